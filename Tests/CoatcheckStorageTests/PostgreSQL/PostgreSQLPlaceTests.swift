// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL
import TestKit

@Suite("PostgreSQL: which connections are allowed")
struct PostgreSQLPlaceTests {
  private static let rows: [Case<(text: String, isAllowed: Bool)>] = [
    Case("a Unix socket", ("postgresql:///db?host=/run/postgresql", true)),
    Case("a loopback name", ("postgresql://localhost/db", true)),
    Case(
      "a loopback address without encryption", ("postgresql://127.0.0.1/db?sslmode=disable", true)),
    Case("the other loopback address", ("postgresql://[::1]/db?sslmode=prefer", true)),
    Case("another machine, default sslmode", ("postgresql://db.example/db", true)),
    Case("another machine, verified", ("postgresql://db.example/db?sslmode=verify-full", true)),
    Case("another machine, any certificate", ("postgresql://db.example/db?sslmode=require", false)),
    Case("another machine, any name", ("postgresql://db.example/db?sslmode=verify-ca", false)),
    Case("another machine, TLS optional", ("postgresql://db.example/db?sslmode=prefer", false)),
    Case("another machine, no TLS", ("host=db.example sslmode=disable", false)),
    Case(
      "one of several machines", ("postgresql://localhost,db.example/db?sslmode=disable", false)),
    Case(
      "a loopback name at another address",
      ("host=localhost hostaddr=192.0.2.1 sslmode=disable", false)),
    Case("a host name like a loopback address", ("host=127.example sslmode=disable", false)),
    Case("a service in a file", ("service=other sslmode=disable", false)),
    Case("not a connection string", ("postgresql://[", false)),
  ]

  @Test("a database on another machine is verified, or refused", arguments: Self.rows)
  func verification(_ row: Case<(text: String, isAllowed: Bool)>) {
    let place = try? PostgreSQLPlace(row.value.text, schema: "coatcheck")
    #expect((place != nil) == row.value.isAllowed)
    guard let place, row.value.text.contains("db.example") else { return }
    #expect(place.parameter("sslmode") == "verify-full")
  }

  @Test("a weaker connection is made only if it is requested")
  func opted() throws {
    let text = "postgresql://db.example/db?sslmode=require"
    let place = try PostgreSQLPlace(text, schema: "coatcheck", verification: .asTheStringSays)
    #expect(place.parameter("sslmode") == "require")
  }

  @Test("a password in a connection string is detected, and never in an error")
  func password() throws {
    #expect(PostgreSQLPlace.holdsPassword("postgresql://u:secret@db.example/db"))
    #expect(PostgreSQLPlace.holdsPassword("host=a password=secret"))
    #expect(!PostgreSQLPlace.holdsPassword("postgresql://u@db.example/db?passfile=/etc/pgpass"))
    for text in ["postgresql://u:secret@[", "postgresql://u:secret@db.example/?sslmode=disable"] {
      do throws(PostgreSQLFailure) {
        _ = try PostgreSQLPlace(text, schema: "coatcheck")
        Issue.record("it was allowed")
      } catch {
        #expect(!"\(error)".contains("secret"))
      }
    }
  }

  @Test(
    "a schema's name has only lower-case letters, digits and underscores",
    arguments: ["", "a b", "a;b", "A", "a\"", "é", "a,b"])
  func schema(_ name: String) {
    #expect(throws: PostgreSQLFailure.self) {
      _ = try PostgreSQLPlace("postgresql:///db?host=/tmp", schema: name)
    }
  }

  @Test(
    "if a library is missing or is not libpq, the error says what is missing",
    arguments: [
      Case("no such file", (file: "libpq-absent.so", said: "libpq-absent.so is missing")),
      Case("another library", (file: "libc.so.6", said: "PQclear is missing")),
    ])
  func library(_ row: Case<(file: String, said: String)>) throws {
    do throws(PostgreSQLFailure) {
      _ = try LibPQ(named: row.value.file)
      Issue.record("it was loaded")
    } catch {
      guard case .settings(let text) = error else { throw error }
      #expect(text.contains(row.value.said))
    }
  }
}

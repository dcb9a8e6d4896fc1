// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Shared by the operations: finds users and clients, and changes them with optimistic locking.
extension Administration {
  /// The maximum number of attempts of a change, which is repeated when the stored value changed meanwhile.
  private static let rounds = 5

  /// The user with this identifier.
  ///
  /// - Throws: 404 when there is no such user or client.
  func user(_ id: String) async throws -> User {
    guard let user = try await store.user(id: id) else {
      throw AdministrationProblem.unknown("user")
    }
    return user
  }

  /// The client with this identifier.
  ///
  /// - Throws: 404 when there is no such user or client.
  func client(_ id: String) async throws -> RegisteredClient {
    guard let client = try await store.client(id) else {
      throw AdministrationProblem.unknown("client")
    }
    return client
  }

  /// Changes a user, and repeats that when the stored user changed meanwhile.
  ///
  /// - Returns: The changed user, and the sessions that ended with the change.
  func change(
    _ id: String, _ body: (inout User) -> Void
  ) async throws -> (User, EndedUser?) {
    for _ in 0..<Self.rounds {
      let before = try await user(id)
      var after = before
      body(&after)
      switch try await store.replace(before, with: after, at: environment.now()) {
      case .replaced(let ended): return (after, ended)
      case .changedMeanwhile: continue
      case .nameTaken:
        throw AdministrationProblem(
          .conflict, "Another user has this username.", member: "username")
      }
    }
    throw AdministrationProblem(.conflict, "Others change this user all the time; try again.")
  }

  /// Changes a client, and repeats that when the stored client changed meanwhile.
  func change(
    client id: String,
    _ body: (RegisteredClient) throws(AdministrationProblem) -> RegisteredClient
  ) async throws -> RegisteredClient {
    for _ in 0..<Self.rounds {
      let before = try await client(id)
      let after = try body(before)
      if try await store.replace(before, with: after) { return after }
    }
    throw AdministrationProblem(.conflict, "Others change this client all the time; try again.")
  }

  /// One page of a list of login sessions.
  func logins(
    of userID: String?, after digest: TokenDigest?, limit: Int
  ) async throws -> JSONObject {
    let logins = try await store.logins(
      of: userID, after: digest, limit: limit, at: environment.now())
    var page = JSONObject.page(logins, limit: .max, key: \.sid) { $0.administered }
    // A session that is stored under several digests is listed once.
    var seen: Set<String> = []
    let sessions = logins.filter { seen.insert($0.sid).inserted }
    page["items"] = .array(sessions.map { .object($0.administered) })
    if logins.count == limit { page["next"] = logins.last.map { .string($0.digest.hex) } }
    return page
  }
}

extension AdministrationRequest {
  /// A parameter of the query that is true or false.
  func flag(_ name: String) -> Bool? { value(name)?.boolValue }

  /// A parameter of the query that is a digest.
  func digest(_ name: String) throws(AdministrationProblem) -> TokenDigest? {
    guard let text = text(name) else { return nil }
    guard let digest = TokenDigest(hex: text) else {
      throw .invalid(name, "is not the `next` of a page")
    }
    return digest
  }
}

extension UserName {
  /// Reads a user name from a request.
  static func administered(_ text: String) throws(AdministrationProblem) -> UserName {
    do throws(AccountError) {
      return try UserName(text)
    } catch {
      throw AdministrationProblem(.badRequest, error.reason, member: "username")
    }
  }
}

extension Password {
  /// Reads a password from a request.
  static func administered(_ text: String) throws(AdministrationProblem) -> Password {
    do throws(AccountError) {
      return try Password(text)
    } catch {
      throw AdministrationProblem(.badRequest, error.reason, member: "password")
    }
  }
}

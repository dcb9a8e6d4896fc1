// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import TestKit

@testable import CoatcheckDaemon

/// The sources of a configuration in a test: a file, variables and flags.
struct ConfigurationSample {
  let folder: Folder

  init() throws { folder = try Folder() }

  var path: String { folder.path + "/coatcheckd.json" }

  /// Writes the configuration file.
  func write(_ text: String) throws { try folder.write("coatcheckd.json", Array(text.utf8)) }

  /// The sources as a process reads them.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - flags: The command line, besides those that name the file and the database.
  ///   - file: Whether a file is named.
  ///   - database: Whether a flag names the database.
  func input(
    _ variables: [String: String] = [:], _ flags: [String] = [], file: Bool = true,
    database: Bool = true
  ) throws -> ConfigurationInput {
    let usual = database && !flags.contains("--database") ? ["--database", "d.sqlite"] : []
    let words = (file ? ["--config", path] : []) + usual + flags
    return ConfigurationInput(try Serve.parse(words), variables: variables)
  }

  /// The problems, without the path of the folder.
  func problems(_ variables: [String: String] = [:], _ flags: [String] = []) throws -> [String] {
    do {
      _ = try input(variables, flags).load()
      return []
    } catch let problems as ConfigurationProblems {
      return problems.list.map {
        $0.description.replacingOccurrences(of: folder.path + "/", with: "")
      }
    }
  }
}

extension Setting {
  /// A value that is not the default, as JSON.
  func sample() throws -> JSONValue {
    let values: [String: JSONValue] = [
      "issuer": "https://login.example", "host": "127.0.0.2", "database": "/other.sqlite",
      "keyFile": "/master.key", "signingAlgorithm": ["PS256", "ES384"], "seed": "/dev/null",
      "tenant": "/tenant", "tenantIdTokenAlgorithm": "ES256", "readyFile": "/ready",
      "logLevel": "debug", "logFormat": "json",
      "connections": 100, "audience": "https://api.example", "proofNonces": "required",
      "assertionAudiences": ["endpoints": ["token"], "because": "an old client"],
      "registration": ["access": "open", "because": "a workshop"],
      "tenantCaptchaKinds": ["slider"], "trustedProxy": ["10.0.0.0/8", "2001:db8::/32"],
      "tlsCertificate": "/live.pem", "tlsKey": "/live.key", "metrics": "[::1]:9464",
      "adminUser": ["u-root", "u-other"], "adminSocket": "/run/admin",
    ]
    if let value = values[name] { return value }
    switch show(try ServerConfiguration()) {
    case .number(let number): return .number(JSONNumber(try #require(number.int) + 1))
    case .bool(let flag): return .bool(!flag)
    case let other:
      Issue.record("\(name) has no sample, and is \(other)")
      return .null
    }
  }

  /// What an operator writes in a variable for a value.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let values): values.map(text).joined(separator: ",")
    default: String(decoding: value.serialized(), as: UTF8.self)
    }
  }

  /// What an operator writes on the command line for a value.
  func words(_ value: JSONValue) -> [String] {
    if flag == nil { return ["--set", "\(name)=\(Self.text(value))"] }
    return switch value {
    case .bool: [option]
    case .array(let values): values.flatMap { [option, Self.text($0)] }
    default: [option, Self.text(value)]
    }
  }
}

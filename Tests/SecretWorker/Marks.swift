// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// The secrets that must not be found, by kind.
final class Marks: Sendable {
  /// A shorter text could occur by chance.
  static let shortest = 8

  private let kept = Mutex<[String: Set<String>]>([:])

  /// Marks a secret.
  func add(_ kind: String, _ secret: String?) {
    guard let secret, secret.utf8.count >= Self.shortest else { return }
    kept.withLock { _ = $0[kind, default: []].insert(secret) }
  }

  /// A new secret that can be recognized, and is marked.
  func make(_ kind: String) -> String {
    let digits = (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 36) }
    let secret = "mark-" + digits.joined()
    add(kind, secret)
    return secret
  }

  /// Writes them to a file, outside of what is searched.
  func write(to path: String) throws {
    let lines = kept.withLock { kept in
      kept.sorted { $0.key < $1.key }.flatMap { kind, secrets in
        secrets.sorted().map { "\(kind)\t\(Data($0.utf8).base64EncodedString())\n" }
      }
    }
    try Data(lines.joined().utf8).write(to: URL(filePath: path))
  }
}

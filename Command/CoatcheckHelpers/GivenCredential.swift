// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The credential that a process was given last, for programs that ask again after a rejection without saying so.
///
/// Such a program keeps a credential until its end. So a process that asks again moments after it was given one has had it
/// rejected by the server.
public struct GivenCredential: Sendable {
  /// How soon a program asks again: after one request to its server.
  private static let moment: TimeInterval = 5
  /// How long a new token is not replaced again, so that a program which keeps nothing does not cause a refresh with each call.
  private static let rest: TimeInterval = 60
  private static let folder = RuntimeFolder.path("credentials")

  private let name: String
  private let text: String
  private let obtainedAt: Date

  /// A session's credential, for the process that has started this one.
  public init(_ credential: Credential, of session: StoredSession, at place: Place) {
    let place = Fingerprint.hex(of: Array("given \(place)".utf8))
    name = "\(session.account.fingerprint)-\(place)"
    text = "\(getppid()) \(Fingerprint.hex(of: Array(credential.token.reveal().utf8)))"
    obtainedAt = session.obtainedAt
  }

  /// Whether the process was given the same one a moment ago.
  public func isRejected(now: Date) -> Bool {
    guard now.timeIntervalSince(obtainedAt) > Self.rest,
      let folder = try? PrivateFolder.open(Self.folder),
      let bytes = try? folder.read(name)?.bytes
    else { return false }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard parts.count == 2, parts[0] == text, let given = Double(parts[1]) else { return false }
    return (0...Self.moment).contains(now.timeIntervalSince1970 - given)
  }

  /// Notes it. A note that cannot be written costs the user one more failure of the program, and nothing else.
  public func note(now: Date) {
    let note = "\(text)\n\(now.timeIntervalSince1970)\n"
    try? PrivateFolder.create(Self.folder).overwrite(name, with: Array(note.utf8))
  }
}

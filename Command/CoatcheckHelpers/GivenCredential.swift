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

/// The credential that a process was given last, for programs that repeat their call after a rejection
/// without saying so.
///
/// Such a program caches a credential until it expires. If the same process calls again a few seconds after
/// it was given one, then the server has rejected that credential.
public struct GivenCredential: Sendable {
  /// How soon a program asks again after a rejection: within the time of one request to its server.
  private static let moment: TimeInterval = 5
  /// The minimum age of a token that is replaced. Without it, a program that caches no credential would
  /// cause a refresh with each call.
  private static let rest: TimeInterval = 60
  private static let folder = RuntimeFolder.path("credentials")

  private let name: String
  private let text: String
  private let obtainedAt: Date

  /// Describes a credential that is given to the parent process of this one.
  ///
  /// - Parameters:
  ///   - credential: The credential, of which only a hash is recorded.
  ///   - session: The session that it is from.
  ///   - place: Where the parent process sends it.
  public init(_ credential: Credential, of session: StoredSession, at place: Place) {
    let place = Fingerprint.hex(of: Array("given \(place)".utf8))
    name = "\(session.account.fingerprint)-\(place)"
    text = "\(getppid()) \(Fingerprint.hex(of: Array(credential.token.reveal().utf8)))"
    obtainedAt = session.obtainedAt
  }

  /// Whether the server has rejected the credential: the parent process was given the same one within the
  /// last 5 seconds, and the token is older than 60 seconds.
  ///
  /// - Parameter now: The time on the wall clock.
  public func isRejected(now: Date) -> Bool {
    guard now.timeIntervalSince(obtainedAt) > Self.rest,
      let folder = try? PrivateFolder.open(Self.folder),
      let bytes = try? folder.read(name)?.bytes
    else { return false }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard parts.count == 2, parts[0] == text, let given = Double(parts[1]) else { return false }
    return (0...Self.moment).contains(now.timeIntervalSince1970 - given)
  }

  /// Records that the parent process is given the credential, for ``isRejected(now:)`` of its next call.
  ///
  /// An error is ignored: without the record, the program fails once more with the rejected credential.
  ///
  /// - Parameter now: The time on the wall clock.
  public func note(now: Date) {
    let note = "\(text)\n\(now.timeIntervalSince1970)\n"
    try? PrivateFolder.create(Self.folder).overwrite(name, with: Array(note.utf8))
  }
}

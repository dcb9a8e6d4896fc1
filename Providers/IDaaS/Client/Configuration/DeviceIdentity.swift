// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Synchronization

/// The identifier of this installation: a random value that is created when it is first needed.
///
/// It says nothing about the hardware, and another app has another one. What is pending at the service (a
/// login, a code) can be continued only by the installation that began it.
public final class DeviceIdentity: Sendable {
  private enum Source: Sendable {
    case fixed(String)
    case sessions
    case records(any RecordStore)
  }

  private let source: Source
  private let known = Mutex<String?>(nil)

  private init(_ source: Source) { self.source = source }

  /// Uses an identifier that the app supplies.
  ///
  /// - Parameter id: From 1 to 128 visible ASCII characters; another value fails with `misused` at the
  ///   first call.
  public static func fixed(_ id: String) -> DeviceIdentity { DeviceIdentity(.fixed(id)) }

  /// The identifier that is stored with the sessions of the tenant; the default.
  ///
  /// Before the first session is stored, the identifier is kept beside the sessions if the store also
  /// keeps records. So it is the same in each run of the program, and a pending sign-in can be resumed. A
  /// store of the app's own that keeps only sessions has no place for it: the identifier then changes with
  /// each run until a session is stored. Use ``kept(in:)`` with such a store.
  public static var withSessions: DeviceIdentity { DeviceIdentity(.sessions) }

  /// Keeps the identifier in a record store, such as a keychain or a folder, as long as the app is
  /// installed.
  public static func kept(in records: any RecordStore) -> DeviceIdentity {
    DeviceIdentity(.records(records))
  }

  /// The header field that carries the id.
  static let field = "X-device-fingerprint"
  /// The key of the record with the id. It cannot be the key of a session, which is longer.
  static let key = "idaasdevice"

  /// Returns the id of this installation. The first call makes one.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the tenant.
  ///   - clientID: The client id of the application.
  ///   - store: The store of the sessions.
  ///   - environment: The source of a new id.
  /// - Throws: `misused` when it cannot be sent; `storeFailed` or `storeLocked` when it cannot be read.
  func id(
    issuer: String, clientID: String, store: (any TokenStore)?, environment: RuntimeEnvironment
  ) async throws(OAuthError) -> String {
    if let known = known.withLock({ $0 }) { return known }
    let found: String
    switch source {
    case .fixed(let id):
      guard id.isVisibleASCII, id.utf8.count <= 128 else {
        throw .misused("device", "The id of the device is empty, too long or cannot be sent.")
      }
      found = id
    case .sessions:
      let filter = AccountFilter(issuer: issuer, clientID: clientID)
      let stored = try await store?.sessions(filter).lazy
        .compactMap { $0.dialect.fields[Self.field] }.first
      found =
        if let stored { stored } else { try await Self.beside(store, environment) }
    case .records(let records):
      found = try await Self.kept(in: records, environment)
    }
    // Concurrent callers all get the id that was found first: two ids would be two installations.
    return known.withLock { known in
      let id = known ?? found
      known = id
      return id
    }
  }

  /// The id that is stored beside the sessions. When the store has no place for it, or cannot be written,
  /// a new id: a sign-in does not fail because of it.
  private static func beside(
    _ store: (any TokenStore)?, _ environment: RuntimeEnvironment
  ) async throws(OAuthError) -> String {
    guard let records = (store as? any RecordKeeping)?.records else {
      return environment.token(bytes: 16)
    }
    do throws(OAuthError) {
      return try await kept(in: records, environment)
    } catch  where error.code == .storeFailed {
      return environment.token(bytes: 16)
    }
  }

  private static func kept(
    in records: any RecordStore, _ environment: RuntimeEnvironment
  ) async throws(OAuthError) -> String {
    if let id = try await read(records) { return id }
    do {
      return try await records.withLock(.record(key)) {
        if let id = try await read(records) { return id }
        let id = environment.token(bytes: 16)
        try await records.write(StoredRecord(key: key, content: Array(id.utf8)))
        return id
      }
    } catch {
      throw OAuthError.known(error)
        ?? .unreachable(.storeFailed, "The id of this installation cannot be stored.")
    }
  }

  private static func read(_ records: any RecordStore) async throws(OAuthError) -> String? {
    guard let bytes = try await records.read(key) else { return nil }
    let id = String(decoding: bytes, as: UTF8.self)
    return id.isVisibleASCII && id.utf8.count <= 128 ? id : nil
  }
}

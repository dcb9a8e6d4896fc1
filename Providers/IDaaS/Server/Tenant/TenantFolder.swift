// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth
import Foundation

/// A tenant whose configuration is read from the files of a folder, again when they change.
///
/// | file | what it holds |
/// |---|---|
/// | `tenant.json` | `applications`: client id, name, Weibo's key and secret, policies, theme |
/// | `area-codes.json` | the countries, as the interface sends them; the usual five without it |
/// | `password-policy.json` | what a password must be like; the usual policy without it |
/// | `slides/*.png` | pictures for the slider; without the folder they are made |
///
/// A file which cannot be used refuses the calls that need it, by the return codes for that, until it is mended;
/// no old value stays in use silently. Files that hold secrets have to be their owner's alone (`chmod 600`).
///
/// ```json
/// {"applications": [{
///   "client_id": "c1", "name": "Demo", "unassociated": "BIND_OR_REGISTER",
///   "weibo": {"app_key": "20454", "app_secret_file": "weibo.secret"}
/// }]}
/// ```
public struct TenantFolder: Tenant {
  private let known: WatchedFiles<[TenantApplication]>
  private let codes: WatchedFiles<AreaCodes>
  private let policy: WatchedFiles<PasswordPolicy>
  private let pictures: WatchedFiles<[[UInt8]]>
  private let environment: CoatcheckOAuth.RuntimeEnvironment

  /// Creates a tenant from a folder. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - environment: The wall clock: changes of the files are checked at most once a second.
  ///   - tell: Called for each file that cannot be used, each time it was read again; for the log.
  public init(
    path: String, environment: CoatcheckOAuth.RuntimeEnvironment,
    tell: @escaping @Sendable (TenantError) -> Void = { _ in }
  ) {
    self.environment = environment
    known = WatchedFiles(folder: path, tell: tell, Self.applications)
    codes = WatchedFiles(folder: path, tell: tell, Self.areaCodes)
    policy = WatchedFiles(folder: path, tell: tell, Self.policy)
    pictures = WatchedFiles(folder: path, tell: tell, Self.slides)
  }

  /// Reads all files, so that a program can report errors of the configuration when it starts.
  ///
  /// - Throws: The first ``TenantError``.
  public func check() throws(TenantError) {
    let now = environment.now()
    _ = try known.value(at: now)
    _ = try codes.value(at: now)
    _ = try policy.value(at: now)
    _ = try pictures.value(at: now)
  }

  /// Returns the application with this client identifier; nil when there is no such application.
  ///
  /// - Throws: `tenantUnreadable`.
  public func application(_ clientID: String) async throws(Refusal) -> TenantApplication? {
    try value(of: known, .tenantUnreadable).first { $0.id == clientID }
  }

  /// Returns the applications whose Weibo source has this AppKey.
  ///
  /// - Throws: `tenantUnreadable`.
  public func applications(weiboKey: String) async throws(Refusal) -> [TenantApplication] {
    try value(of: known, .tenantUnreadable).filter { $0.weibo?.appKey == weiboKey }
  }

  /// Returns the countries whose phone numbers are accepted.
  ///
  /// - Throws: `areaCodesUnreadable`.
  public func areaCodes() async throws(Refusal) -> AreaCodes {
    try value(of: codes, .areaCodesUnreadable)
  }

  /// Returns the rules for passwords.
  ///
  /// - Throws: `passwordPolicyUnreadable`.
  public func passwordPolicy() async throws(Refusal) -> PasswordPolicy {
    try value(of: policy, .passwordPolicyUnreadable)
  }

  /// Returns the background pictures of the slider.
  ///
  /// - Throws: `slideMissing`.
  public func slides() async throws(Refusal) -> [[UInt8]] {
    try value(of: pictures, .slideMissing, "slides")
  }

  private func value<Value>(
    of files: WatchedFiles<Value>, _ code: ReturnCode, _ argument: String? = nil
  ) throws(Refusal) -> Value {
    do throws(TenantError) {
      return try files.value(at: environment.now())
    } catch {
      // The reason is logged and not returned to the client.
      var refusal = Refusal(code)
      refusal.arguments = argument.map { [$0] } ?? []
      throw refusal
    }
  }
}

/// How each file is read.
extension TenantFolder {
  @Sendable
  private static func applications(
    _ reader: FolderReader
  ) throws(TenantError) -> [TenantApplication] {
    guard let members = try reader.object("tenant.json") else {
      throw TenantError(file: "tenant.json", reason: "is missing")
    }
    try members.allow(["applications"])
    var applications: [TenantApplication] = []
    for one in try members.objects("applications") {
      let application = try TenantApplication(one, reader)
      guard !applications.contains(where: { $0.id == application.id }) else {
        throw one.trouble("client_id", "is another application's")
      }
      applications.append(application)
    }
    guard !applications.isEmpty else { throw members.trouble("applications", "is empty") }
    return applications
  }

  @Sendable
  private static func areaCodes(_ reader: FolderReader) throws(TenantError) -> AreaCodes {
    guard let members = try reader.object("area-codes.json") else { return .usual }
    let list = members.json["phoneAreaCodeDefinitions"]?.arrayValue
    do throws(OAuthError) {
      let codes = try AreaCodes(json: members.json)
      guard codes.definitions.count == list?.count else {
        throw .unreadable(.replyMalformed, "", parameter: "phoneAreaCodeDefinitions")
      }
      return codes
    } catch {
      throw members.trouble(
        error.parameter ?? "", "must be a list of countries with areaCode and countryCode")
    }
  }

  @Sendable
  private static func policy(_ reader: FolderReader) throws(TenantError) -> PasswordPolicy {
    guard let members = try reader.object("password-policy.json") else { return PasswordPolicy() }
    return try PasswordPolicy(members)
  }

  /// The eight bytes that every PNG begins with.
  ///
  /// [PNG §5.2](https://www.w3.org/TR/png-3/#5PNG-file-signature)
  private static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

  @Sendable
  private static func slides(_ reader: FolderReader) throws(TenantError) -> [[UInt8]] {
    guard let names = reader.names(in: "slides") else { return [] }
    var pictures: [[UInt8]] = []
    for name in names where name.hasSuffix(".png") {
      let file = "slides/" + name
      guard let bytes = try reader.bytes(file), bytes.starts(with: signature) else {
        throw TenantError(file: file, reason: "is not a PNG picture")
      }
      pictures.append(bytes)
    }
    guard !pictures.isEmpty, pictures.count <= 64 else {
      throw TenantError(file: "slides", reason: "must hold from 1 to 64 PNG pictures")
    }
    return pictures
  }
}

// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// What the apps of one vendor share on a device, so that a user who is signed in to one of them is signed
/// in to the others without being asked.
///
/// The first app asks for the scope ``Scope/deviceSSO``, and keeps ``NativeSSO`` of its session where the
/// others find it (a keychain group, a store they share). Each of the others makes a session of its own of it:
///
/// ```swift
/// let session = try await client.signIn(using: .nativeSSO(shared, scopes: [.openID, .offlineAccess]))
/// ```
///
/// [OpenID Connect Native SSO for Mobile Apps
/// 1.0](https://openid.net/specs/openid-connect-native-sso-1_0.html).
public struct NativeSSO: Sendable {
  /// The issuer, at which alone the two are good.
  public let issuer: String
  /// The ID token of the app that signed in.
  public let idToken: Secret
  /// The device's own secret.
  public let deviceSecret: Secret

  /// What was shared.
  public init(issuer: String, idToken: Secret, deviceSecret: Secret) {
    self.issuer = issuer
    self.idToken = idToken
    self.deviceSecret = deviceSecret
  }

  /// What is stored for the other apps. It holds the secrets.
  public var json: JSONObject {
    [
      "issuer": .string(issuer), "id_token": .string(idToken.reveal()),
      "device_secret": .string(deviceSecret.reveal()),
    ]
  }

  /// Reads what another app has stored.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, naming the member.
  public init(json: JSONObject) throws(OAuthError) {
    func text(_ name: String) throws(OAuthError) -> String {
      guard let text = json[name]?.stringValue, !text.isEmpty else {
        throw .unreadable(
          .storeDamaged, "What the apps share cannot be read.", parameter: name)
      }
      return text
    }
    issuer = try text("issuer")
    idToken = Secret(try text("id_token"))
    deviceSecret = Secret(try text("device_secret"))
  }

  /// The request for tokens of another app's own: §4.3 of the specification.
  public var grant: TokenExchangeGrant {
    TokenExchangeGrant(
      subject: .init(idToken, .idToken), actor: .init(deviceSecret, .deviceSecret),
      audiences: [issuer])
  }

  /// Checks that a device secret and the ID token that came with it belong together.
  ///
  /// §3.3: "ds_hash REQUIRED. Hash of the device_secret providing integrity protection between the id_token
  /// and the device_secret." It is made as `at_hash` is.
  ///
  /// - Parameters:
  ///   - deviceSecret: The device secret of the token reply.
  ///   - claims: The claims of the ID token beside it, which is verified.
  ///   - hash: The hash of the algorithm that signed it.
  /// - Throws: `unreadable`, ``OAuthError/Code/idTokenInvalid``, naming `ds_hash`.
  public static func check(
    _ deviceSecret: Secret, claims: JSONObject, hash: HashAlgorithm
  ) throws(OAuthError) {
    let hash = IDTokenHash.value(of: deviceSecret, hash: hash)
    guard let claim = claims["ds_hash"]?.stringValue,
      ConstantTime.equal(claim.utf8, hash.utf8)
    else {
      throw .unreadable(
        .idTokenInvalid, "The device secret does not belong to the ID token.",
        parameter: "ds_hash")
    }
  }
}

extension Scope {
  /// Asks for a device secret, by which other apps of the vendor sign in: Native SSO 1.0 §3.1.
  public static let deviceSSO: Scope = "device_sso"
}

extension TokenGrant {
  /// The device's secret, where the reply has one.
  public var deviceSecret: Secret? {
    extra["device_secret"]?.stringValue.flatMap { $0.isEmpty ? nil : Secret($0) }
  }
}

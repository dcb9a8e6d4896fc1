// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The ID token and the device secret that the apps of one vendor share on a device, so that a user who is
/// signed in to one of them is signed in to the others without a prompt.
///
/// The first app requests the scope ``Scope/deviceSSO``, and stores the ``NativeSSO`` of its session where
/// the others can read it (a keychain group, a shared store). Each of them creates its own session from it:
///
/// ```swift
/// let session = try await client.signIn(using: .nativeSSO(shared, scopes: [.openID, .offlineAccess]))
/// ```
///
/// [OpenID Connect Native SSO for Mobile Apps
/// 1.0](https://openid.net/specs/openid-connect-native-sso-1_0.html).
public struct NativeSSO: Sendable {
  /// The issuer identifier. ID token and device secret are valid at this issuer only.
  public let issuer: String
  /// The ID token of the app in which the user signed in.
  public let idToken: Secret
  /// The device secret, from the token reply to that app.
  public let deviceSecret: Secret

  /// Creates the shared credentials.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier, an absolute URI. It is sent as the audience of the token exchange.
  ///   - idToken: The ID token of the app in which the user signed in.
  ///   - deviceSecret: The device secret, ``TokenGrant/deviceSecret`` of the same token reply.
  public init(issuer: String, idToken: Secret, deviceSecret: Secret) {
    self.issuer = issuer
    self.idToken = idToken
    self.deviceSecret = deviceSecret
  }

  /// The JSON object to store for the other apps. It holds the secrets: store it where secrets are stored.
  public var json: JSONObject {
    [
      "issuer": .string(issuer), "id_token": .string(idToken.reveal()),
      "device_secret": .string(deviceSecret.reveal()),
    ]
  }

  /// Reads what another app has stored.
  ///
  /// - Parameter json: What ``json`` returned there.
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, naming the member that is missing or empty.
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

  /// The token exchange by which another app gets its own tokens:
  /// [Native SSO §4.3](https://openid.net/specs/openid-connect-native-sso-1_0.html).
  public var grant: TokenExchangeGrant {
    TokenExchangeGrant(
      subject: .init(idToken, .idToken), actor: .init(deviceSecret, .deviceSecret),
      audiences: [issuer])
  }

  /// Checks that a device secret and an ID token belong together.
  ///
  /// [Native SSO §3.3](https://openid.net/specs/openid-connect-native-sso-1_0.html): "ds_hash REQUIRED.
  /// Hash of the device_secret providing integrity protection between the id_token and the device_secret."
  /// It is computed like `at_hash`.
  ///
  /// - Parameters:
  ///   - deviceSecret: The device secret of the token reply.
  ///   - claims: The claims of the verified ID token in the same reply.
  ///   - hash: The hash of the algorithm that signed the ID token.
  /// - Throws: `unreadable`, ``OAuthError/Code/idTokenInvalid``, naming `ds_hash`, when the claim is
  ///   missing or different. The device secret must not be used then.
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
  /// Requests a device secret, with which other apps of the vendor sign in:
  /// [Native SSO §3.1](https://openid.net/specs/openid-connect-native-sso-1_0.html).
  public static let deviceSSO: Scope = "device_sso"
}

extension TokenGrant {
  /// `device_secret`: the device secret, nil when the reply has none.
  public var deviceSecret: Secret? {
    extra["device_secret"]?.stringValue.flatMap { $0.isEmpty ? nil : Secret($0) }
  }
}

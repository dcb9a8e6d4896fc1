// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a device shows to the person, and what it asks for tokens with meanwhile.
///
/// Specification: [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2).
public struct DeviceAuthorization: Sendable {
  /// What the device polls with. It is never shown.
  public let deviceCode: Secret
  /// What the person types in: printable ASCII, at most 64 characters.
  public let userCode: String
  /// Where the person types it in.
  public let verificationURI: Endpoint
  /// The same address with the code in it, where the server has one: for a link or a picture. It is on
  /// the server of ``verificationURI``.
  public let verificationURIComplete: Endpoint?
  /// Whether the server named another server in `verification_uri_complete`, which is left out then.
  public let completeWasElsewhere: Bool
  /// When both codes end.
  public let expiresAt: Date
  /// How long both codes last from the reply on.
  public let lifetime: Duration
  /// How long to wait between two questions, from one second to a minute.
  public let interval: Duration
}

extension DeviceAuthorization: CustomStringConvertible, CustomReflectable {
  /// The address; no code.
  public var description: String { "DeviceAuthorization(\(verificationURI))" }
  /// The address; no code.
  public var customMirror: Mirror {
    Mirror(self, children: ["verificationURI": verificationURI.text])
  }
}

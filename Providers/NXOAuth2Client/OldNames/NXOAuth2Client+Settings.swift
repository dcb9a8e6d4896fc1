// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Foundation

/// The configuration of the provider. A change applies to the sign-ins that begin afterwards. New code
/// uses `NXOptions`.
extension NXOAuth2Client {
  /// The scopes that each sign-in requests, as strings; nil for none. New code passes them to
  /// `CallbackClient`.
  public var desiredScope: Set<AnyHashable>! {
    get { settings.scopes.isEmpty ? nil : Set(settings.scopes.map(\.rawValue)) }
    set { settings.scopes = newValue.map(Scope.list(of:)) ?? [] }
  }

  /// Further parameters of the authorization request, and of the token requests for a code and for a
  /// password; nil for none. A name that the protocol sets is an error of the next call. New code uses
  /// `NXOptions.additional(_:)`.
  public var additionalAuthenticationParameters: [AnyHashable: Any]! {
    get { settings.additional.isEmpty ? nil : settings.additional }
    set { settings.additional = ClientSettings.texts(newValue) }
  }

  /// Header fields of token requests; nil for none. `Content-Type` decides whether the requests are
  /// forms, which they are by default, or `multipart/form-data`. New code uses `NXOptions.tokenFields`.
  public var customHeaderFields: [AnyHashable: Any]! {
    get { settings.fields.isEmpty ? nil : settings.fields }
    set { settings.fields = ClientSettings.texts(newValue) }
  }

  /// The method of token requests: `POST`, or `GET` to send the parameters in the query. New code uses
  /// `NXOptions.tokenParameters`.
  public var tokenRequestHTTPMethod: String! {
    get { settings.method }
    set { settings.method = newValue ?? "POST" }
  }

  /// The `User-Agent` field of all requests; nil for that of the transport. New code uses
  /// `NXOptions.fields`.
  public var userAgent: String! {
    get { settings.userAgent }
    set { settings.userAgent = newValue }
  }

  /// The `Accept` field of all requests; `application/json` by default. New code uses `NXOptions.fields`.
  public var acceptType: String! {
    get { settings.acceptType }
    set { settings.acceptType = newValue ?? "application/json" }
  }
}

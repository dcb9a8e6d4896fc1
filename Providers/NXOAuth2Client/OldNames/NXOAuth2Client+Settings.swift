// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Foundation

/// What the app says about the service. What changes counts for flows that begin afterwards.
extension NXOAuth2Client {
  /// The scopes that are requested, a set of strings.
  public var desiredScope: Set<AnyHashable>! {
    get { settings.scopes.isEmpty ? nil : Set(settings.scopes.map(\.rawValue)) }
    set { settings.scopes = newValue.map(Scope.list(of:)) ?? [] }
  }

  /// Parameters that go along to the authorization page, with a code and with a password. A name that the
  /// protocol sets is an error of the next call, which names it.
  public var additionalAuthenticationParameters: [AnyHashable: Any]! {
    get { settings.additional.isEmpty ? nil : settings.additional }
    set { settings.additional = ClientSettings.texts(newValue) }
  }

  /// Header fields of token requests. `Content-Type` says whether they are forms, which they are by default, or
  /// `multipart/form-data`.
  public var customHeaderFields: [AnyHashable: Any]! {
    get { settings.fields.isEmpty ? nil : settings.fields }
    set { settings.fields = ClientSettings.texts(newValue) }
  }

  /// `POST`, or `GET` for token requests whose parameters stand in the query.
  public var tokenRequestHTTPMethod: String! {
    get { settings.method }
    set { settings.method = newValue ?? "POST" }
  }

  /// The `User-Agent` of all requests; nil for that of the library.
  public var userAgent: String! {
    get { settings.userAgent }
    set { settings.userAgent = newValue }
  }

  /// The `Accept` of all requests.
  public var acceptType: String! {
    get { settings.acceptType }
    set { settings.acceptType = newValue ?? "application/json" }
  }
}

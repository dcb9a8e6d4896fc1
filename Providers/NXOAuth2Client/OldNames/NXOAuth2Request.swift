// SPDX-License-Identifier: Apache-2.0

import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The request of the old library: authorized for an account, or sent as it is without an account. New
/// code calls `CallbackClient.send(_:body:options:completion:)` or `Session.data(for:body:limit:)`.
@preconcurrency
@MainActor
open class NXOAuth2Request: NSObject {
  /// The account that authorizes the request; nil for none.
  public var account: NXOAuth2Account!
  /// The method: `GET`, `POST`, `PUT`, …; nil for `GET`.
  public var requestMethod: String!
  /// The URL of the request.
  public var resource: URL!
  /// The parameters, by name: strings, numbers, data, file URLs, ``NXOAuth2FileStreamWrapper``, and
  /// arrays of these.
  public var parameters: [AnyHashable: Any]!
  /// The header fields, by name.
  public var headerFields: [AnyHashable: Any]!

  private var connection: NXOAuth2Connection?

  /// Creates and sends a request.
  ///
  /// - Parameters:
  ///   - method: The method: `GET`, `POST`, `PUT`, …
  ///   - resource: The URL of the request.
  ///   - parameters: The parameters, by name; nil for none.
  ///   - account: The account that authorizes the request; nil for none.
  ///   - progressHandler: Called when bytes of the body were sent; nil for no reports.
  ///   - responseHandler: Called once at the end, also when a refresh failed.
  public class func performMethod(
    _ method: String!, onResource resource: URL!, usingParameters parameters: [AnyHashable: Any]!,
    with account: NXOAuth2Account!,
    sendProgressHandler progressHandler: NXOAuth2ConnectionSendingProgressHandler!,
    responseHandler: NXOAuth2ConnectionResponseHandler!
  ) {
    performMethod(
      method, onResource: resource, usingParameters: parameters, usingHeaders: nil, with: account,
      sendProgressHandler: progressHandler, responseHandler: responseHandler)
  }

  /// Creates and sends a request with header fields.
  ///
  /// - Parameters:
  ///   - method: The method: `GET`, `POST`, `PUT`, …
  ///   - resource: The URL of the request.
  ///   - parameters: The parameters, by name; nil for none.
  ///   - headers: The header fields, by name; nil for none.
  ///   - account: The account that authorizes the request; nil for none.
  ///   - progressHandler: Called when bytes of the body were sent; nil for no reports.
  ///   - responseHandler: Called once at the end, also when a refresh failed.
  public class func performMethod(
    _ method: String!, onResource resource: URL!, usingParameters parameters: [AnyHashable: Any]!,
    usingHeaders headers: [AnyHashable: Any]!, with account: NXOAuth2Account!,
    sendProgressHandler progressHandler: NXOAuth2ConnectionSendingProgressHandler!,
    responseHandler: NXOAuth2ConnectionResponseHandler!
  ) {
    guard let request = NXOAuth2Request(resource: resource, method: method, parameters: parameters)
    else { return }
    request.headerFields = headers
    request.account = account
    request.perform(
      sendingProgressHandler: progressHandler, responseHandler: responseHandler)
  }

  /// Creates a request that is not sent yet.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - method: The method: `GET`, `POST`, `PUT`, …; nil for `GET`.
  ///   - parameter: The parameters, by name; nil for none.
  public init!(resource url: URL!, method: String!, parameters parameter: [AnyHashable: Any]!) {
    resource = url
    requestMethod = method
    parameters = parameter
    super.init()
  }

  /// The request with the access token of the account, for another HTTP stack to send; without a token if
  /// the account has no valid one. The token is not refreshed, and ``parameters`` are not part of the
  /// request.
  ///
  /// New code calls `Session.authorized(_:by:)`, which refreshes the token first.
  public func signedURLRequest() -> URLRequest! {
    guard var request = urlRequest() else { return nil }
    if let token = account?.accessToken, !token.hasExpired {
      request.setValue(
        "\(token.tokenType ?? "OAuth") \(token.accessToken ?? "")",
        forHTTPHeaderField: "Authorization")
    }
    return request
  }

  /// Sends the request. It has no effect while the request is under way.
  ///
  /// - Parameters:
  ///   - progressHandler: Called when bytes of the body were sent; nil for no reports.
  ///   - responseHandler: Called once at the end, with the response or an error.
  public func perform(
    sendingProgressHandler progressHandler: NXOAuth2ConnectionSendingProgressHandler!,
    responseHandler: NXOAuth2ConnectionResponseHandler!
  ) {
    guard connection == nil else { return }
    let request = urlRequest().map { $0 as NSURLRequest }?.mutableCopy() as? NSMutableURLRequest
    connection = NXOAuth2Connection(
      request: request, requestParameters: parameters, oauthClient: account?.oauthClient,
      sendingProgressHandler: progressHandler
    ) { response, data, error in
      self.connection = nil
      responseHandler?(response, data, error)
    }
  }

  /// Cancels the request: it fails with `NSURLErrorCancelled`.
  public func cancel() { connection?.cancel() }

  private func urlRequest() -> URLRequest? {
    guard let resource else { return nil }
    var request = URLRequest(url: resource)
    request.httpMethod = requestMethod ?? "GET"
    for (name, value) in ClientSettings.texts(headerFields) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }
}

// SPDX-License-Identifier: Apache-2.0

import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The old library's request: signed for an account, or sent as it is without one.
@preconcurrency
@MainActor
open class NXOAuth2Request: NSObject {
  /// The account; nil for none.
  public var account: NXOAuth2Account!
  /// `GET`, `POST`, `PUT`, …
  public var requestMethod: String!
  /// Where the request goes.
  public var resource: URL!
  /// The parameters: strings, numbers, data, file URLs, ``NXOAuth2FileStreamWrapper``, and arrays of these.
  public var parameters: [AnyHashable: Any]!
  /// The header fields.
  public var headerFields: [AnyHashable: Any]!

  private var connection: NXOAuth2Connection?

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - method: `GET`, `POST`, `PUT`, …
  ///   - resource: Where the request goes.
  ///   - parameters: The parameters; nil for none.
  ///   - account: The account; nil for none.
  ///   - progressHandler: Is called when bytes of the body went out.
  ///   - responseHandler: Is called at the end, once, also when a refresh failed.
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

  /// Sends a request with header fields.
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

  /// A request that is not sent yet.
  public init!(resource url: URL!, method: String!, parameters parameter: [AnyHashable: Any]!) {
    resource = url
    requestMethod = method
    parameters = parameter
    super.init()
  }

  /// The request with a signature, for another HTTP stack; without one where the account has no token that can
  /// be used now. It does not refresh: `account.oauthClient` does.
  public func signedURLRequest() -> URLRequest! {
    guard var request = urlRequest() else { return nil }
    if let token = account?.accessToken, !token.hasExpired {
      request.setValue(
        "\(token.tokenType ?? "OAuth") \(token.accessToken ?? "")",
        forHTTPHeaderField: "Authorization")
    }
    return request
  }

  /// Sends the request. While it is under way nothing happens.
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

  /// Cancels it.
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

// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckOAuth
public import Hummingbird
import NIOCore

extension RouterMethods {
  /// Serves what a protected resource says about itself, so that a client that has nothing but its address
  /// finds out whose tokens it takes. It stands outside of ``AccessTokenMiddleware``.
  ///
  /// [RFC 9728 §3](https://www.rfc-editor.org/rfc/rfc9728#section-3).
  @discardableResult
  public func protectedResourceMetadata(of server: ResourceServer) -> Self {
    guard let address = server.resource.metadata else { return self }
    let (head, body) = ProtectedResourceExchange.response(server.metadata)
    let path = address.path.prefix { $0 != "?" }
    return get(RouterPath(String(path))) { _, _ in
      Response(
        status: head.status, headers: head.headerFields,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckOAuth
public import Hummingbird
import NIOCore

extension RouterMethods {
  /// Serves the protected resource metadata, from which a client that only knows the address of the
  /// resource determines the authorization server. Add it outside of ``AccessTokenMiddleware``.
  ///
  /// Nothing is served if the resource has no metadata address.
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

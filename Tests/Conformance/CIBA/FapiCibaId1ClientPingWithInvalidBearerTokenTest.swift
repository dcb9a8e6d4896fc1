// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import HTTPTypes
import Testing

struct FapiCibaId1ClientPingWithInvalidBearerTokenTest {
  @Test(
    "fapi-ciba-id1-client-ping-with-invalid-bearer-token-test: a ping with another bearer token is ignored"
  )
  func refused() async throws {
    let known = Secret("notification-token-0123456789")
    let endpoint = try Endpoint("https://app.example/ping")
    let ping = BackchannelNotification(authReqID: Secret("request-1"))
    for wrong in ["another-token-0123456789", "notification-token-012345678"] {
      let (head, body) = try ping.request(to: endpoint, token: Secret(wrong))
      let error = await failure {
        try BackchannelNotification(head: head, body: body) { _ in known }
      }
      #expect(error?.code == .invalidToken)
      #expect(error?.status == 401)
    }
    let (head, body) = try ping.request(to: endpoint, token: known)
    let read = try BackchannelNotification(head: head, body: body) { _ in known }
    #expect(read.authReqID.matches(Secret("request-1")))
  }
}

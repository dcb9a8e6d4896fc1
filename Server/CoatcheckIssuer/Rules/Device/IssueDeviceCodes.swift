// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Creates the device code and the user code.
///
/// [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)
struct IssueDeviceCodes: DeviceAuthorizationRule {
  func apply(to attempt: inout DeviceAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let now = server.environment.now()
    let settings = server.settings
    for tries in 1... {
      let device = OpaqueToken(.device, environment: server.environment)
      let user = UserCode(environment: server.environment)
      let record = DeviceRecord(
        digest: device.digest, userCode: user.digest, clientID: client.id, scopes: attempt.scopes,
        context: GrantContext(resources: attempt.request.resources),
        issuedAt: now, expiresAt: now.addingTimeInterval(settings.deviceLifetime),
        interval: settings.deviceInterval)
      do throws(StoreError) {
        try await server.store.issueDevice(record)
      } catch {
        // Another pending device may have the same user code.
        guard error.code == .invalidRecord, tries < 3 else { throw error }
        continue
      }
      let page = settings.issuer.text + "/device"
      var authorization = DeviceAuthorization(
        deviceCode: device.secret, userCode: user.text, verificationURI: try Endpoint(page),
        lifetime: .seconds(Int(settings.deviceLifetime)),
        interval: .seconds(settings.deviceInterval), now: now)
      authorization.verificationURIComplete = try Endpoint(page + "?user_code=" + user.text)
      attempt.authorization = authorization
      return
    }
  }
}

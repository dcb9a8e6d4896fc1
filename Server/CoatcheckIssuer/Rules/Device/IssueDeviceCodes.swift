// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// The device gets a code to ask with, and one to show to a person.
///
/// [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)
struct IssueDeviceCodes: DeviceAuthorizationRule {
  func apply(to attempt: inout DeviceAttempt, by issuing: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let now = issuing.environment.now()
    let settings = issuing.settings
    for tries in 1... {
      let device = OpaqueToken(.device, environment: issuing.environment)
      let user = UserCode(environment: issuing.environment)
      let record = DeviceRecord(
        digest: device.digest, userCode: user.digest, clientID: client.id, scopes: attempt.scopes,
        context: GrantContext(resources: attempt.request.resources),
        issuedAt: now, expiresAt: now.addingTimeInterval(settings.deviceLifetime),
        interval: settings.deviceInterval)
      do throws(StoreError) {
        try await issuing.store.issueDevice(record)
      } catch {
        // Somebody may wait with this user code.
        guard error.code == .invalidRecord, tries < 3 else { throw error }
        continue
      }
      let page = settings.issuer.text + "/device"
      attempt.authorization = DeviceAuthorization(
        deviceCode: device.secret, userCode: user.text, verificationURI: try Endpoint(page),
        verificationURIComplete: try Endpoint(page + "?user_code=" + user.text),
        lifetime: .seconds(Int(settings.deviceLifetime)),
        interval: .seconds(settings.deviceInterval), now: now)
      return
    }
  }
}

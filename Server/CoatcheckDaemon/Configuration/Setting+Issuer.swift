// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension Setting {
  /// The issuer's figures. A seed may set them as well.
  static let issuer: [Setting] = lifetimes + attempts + policies

  private static let lifetimes: [Setting] = [
    .seconds(
      "accessTokenLifetime", \.figures.accessTokenLifetime,
      "lifetime of an access token, unless its client has another", both),
    .seconds("idTokenLifetime", \.figures.idTokenLifetime, "lifetime of an ID token", both),
    .seconds("codeLifetime", \.figures.codeLifetime, "lifetime of an authorization code", both),
    .seconds(
      "pushedRequestLifetime", \.figures.pushedRequestLifetime, "lifetime of a pushed request",
      both),
    .seconds("deviceLifetime", \.figures.deviceLifetime, "lifetime of a device's codes", both),
    .count(
      "deviceInterval", \.figures.deviceInterval, "seconds between two polls of a device", both),
    .seconds("refreshIdle", \.figures.refreshIdle, "lifetime of an unused refresh token", both),
    .seconds(
      "refreshAbsolute", \.figures.refreshAbsolute, "lifetime of a family of refresh tokens", both),
    .seconds(
      "grace", \.figures.grace,
      "how long a used refresh token still returns the same successor; 0 for never", both,
      in: 0...Int(RotationRule.maximumGrace)),
    .seconds(
      "loginLifetime", \.figures.loginLifetime, "how long a browser stays signed in", both),
    .seconds(
      "interactionLifetime", \.figures.interactionLifetime,
      "how long a user may take for the pages", both),
  ]

  private static let attempts: [Setting] = [
    .seconds(
      "attemptWindow", \.figures.attemptWindow, "the window in which attempts are counted", both),
    .count(
      "passwordAttempts", \.figures.passwordAttempts,
      "passwords that one address may try for one user in that window", both),
    .count(
      "passwordAttemptsFromAnywhere", \.figures.passwordAttemptsFromAnywhere,
      "passwords that all addresses together may try for one user", both),
    .count(
      "passwordAttemptsFromAddress", \.figures.passwordAttemptsFromAddress,
      "wrong passwords that one address may send, whatever the user names; more where thousands share one address",
      both),
    .count(
      "secretAttempts", \.figures.secretAttempts,
      "wrong secrets that one address may send for one client", both),
    .count(
      "codeAttempts", \.figures.codeAttempts,
      "unknown codes that one address may send for one client", both),
    .count(
      "userCodeAttempts", \.figures.userCodeAttempts,
      "codes of devices that one address may type", both),
    .count(
      "deviceRequests", \.figures.deviceRequests,
      "device authorization requests of one address for one client", both),
    .count(
      "pushedRequests", \.figures.pushedRequests,
      "requests that one address may push for one public client", both),
    .count(
      "keptPushedRequests", \.figures.keptPushedRequests,
      "pushed requests of one client that are kept at a time", both),
  ]

  private static let policies: [Setting] = [
    Setting(
      optional: "audience", \.audience, .text("URI"),
      "the API that access tokens are issued for; the issuer unless given", both),
    Setting(
      "proofNonces", \.figures.proofNonces,
      .word([("unused", .unused), ("required", .required)]),
      "whether DPoP proofs must have a nonce of this server", both),
    Setting(
      optional: "assertionAudiences", \.assertionAudiences, .audiences,
      "endpoints that clients' assertions may name as audience instead of the issuer: "
        + "`{\"endpoints\": [\"token\"], \"because\": \"…\"}`, of `token`, `par`, "
        + "`device_authorization`, `introspect`, `revoke`", both),
    Setting(
      "registration", \.figures.registration, .registration,
      "which clients may register: [none](#registration)", [.live, .seeded, .secret]),
  ]

  private static let both: Traits = [.live, .seeded]
}

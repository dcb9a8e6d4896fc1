// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Faults of the HTTP response")
struct WireFaultTests {
  /// A fault, and the outcome of the error.
  struct Case: Sendable, CustomTestStringConvertible {
    let make: @Sendable (HostileProvider.Place) -> Fault
    let outcome: OAuthError.Outcome
    var testDescription: String { make(.token).name }

    init(
      _ outcome: OAuthError.Outcome, _ make: @escaping @Sendable (HostileProvider.Place) -> Fault
    ) {
      self.make = make
      self.outcome = outcome
    }

    static let all = [
      Case(.unreachable) { .slowLoris(at: $0) },
      Case(.unreadable) { .hugeBody(at: $0) },
      Case(.unreadable) { .compressedBomb(at: $0) },
      Case(.unreadable) { .redirectLoop(at: $0) },
      Case(.unreadable) { .redirectToElsewhere(at: $0, status: 307) },
      Case(.unreadable) { .redirectToElsewhere(at: $0, status: 302) },
      Case(.unreachable) { .truncatedBody(at: $0) },
      Case(.unreachable) { .closesWithoutReply(at: $0) },
      Case(.unreadable) { .htmlInsteadOfJSON(at: $0) },
      Case(.unreadable) { .duplicateMembers(at: $0) },
      Case(.unreadable) { .deepJSON(at: $0) },
      Case(.unreachable) { .retryStorm(at: $0) },
    ]
  }

  /// The platform's transport, with a deadline that passes soon after the request to the faulty endpoint.
  private final class Impatience: Sendable {
    private let provider = Mutex<(HostileProvider, HostileProvider.Place)?>(nil)

    var transport: any HTTPTransport {
      var environment = RuntimeEnvironment.live
      environment.sleep = { [self] _ in
        while !isAsked { try await Task.sleep(for: .milliseconds(20)) }
        try await Task.sleep(for: .milliseconds(300))
      }
      return AsyncHTTPTransport(environment: environment)
    }

    private var isAsked: Bool {
      provider.withLock { $0.map { $0.0.count($0.1) > 0 } ?? false }
    }

    func wait(for place: HostileProvider.Place, of provider: HostileProvider) {
      self.provider.withLock { $0 = (provider, place) }
    }
  }

  // attack: C-23, C-24
  @Test("Discovery fails", arguments: Case.all)
  func discovery(_ row: Case) async throws {
    let party = try await party(row, at: .discovery)
    #expect(await failure { try await party.client() }?.outcome == row.outcome)
    #expect(party.provider.count(.discovery) == 1)
    try await party.expectNoSignIn(tokenRequests: 0)
  }

  // attack: C-24
  @Test("The sign-in fails if the key set cannot be fetched", arguments: Case.all)
  func keys(_ row: Case) async throws {
    let party = try await party(row, at: .keys)
    #expect(await failure { try await party.signIn() }?.outcome == row.outcome)
    try await party.expectNoSignIn(tokenRequests: 1)
  }

  // attack: C-28, C-32, C-33
  @Test(
    "The sign-in fails if the token response cannot be read, and the code is sent once",
    arguments: Case.all)
  func token(_ row: Case) async throws {
    let party = try await party(row, at: .token)
    let error = await failure { try await party.signIn() }
    #expect(error?.outcome == row.outcome)
    #expect(!"\(String(describing: error))".contains("at-"))
    try await party.expectNoSignIn(tokenRequests: 1)
  }

  @Test("The userinfo request fails", arguments: Case.all)
  func userInfo(_ row: Case) async throws {
    let party = try await party(row, at: .userInfo)
    let session = try await party.signIn()
    #expect(await failure { try await session.userInfo() }?.outcome == row.outcome)
    #expect(party.provider.requestsElsewhere.isEmpty)
  }

  // attack: C-56
  @Test("The client refuses a key set of ten thousand keys")
  func flood() async throws {
    let party = try await RelyingParty(.jwksFlood)
    try await party.expectRefusal(.replyMalformed)
    #expect(party.provider.count(.keys) == 1)
  }

  @Test("The client accepts documents with another content type, and no tokens")
  func contentType() async throws {
    for place in [HostileProvider.Place.discovery, .keys] {
      try await RelyingParty(.wrongContentType(at: place)).expectSignIn()
    }
    let party = try await RelyingParty(.wrongContentType(at: .token))
    try await party.expectRefusal(.replyMalformed)
  }

  @Test("The user signs in at a provider whose clock is ten minutes ahead")
  func clock() async throws {
    let party = try await RelyingParty(.clockFarOff)
    try await party.expectSignIn()
  }

  private func party(_ row: Case, at place: HostileProvider.Place) async throws -> RelyingParty {
    let fault = row.make(place)
    guard fault.name == "slowLoris" else {
      // The other faults end without a deadline, however busy the machine is.
      var patient = RuntimeEnvironment.live
      patient.sleep = { _ in try await Task.sleep(for: .seconds(120)) }
      return try await RelyingParty(
        [fault], client: HostileClient(), transport: AsyncHTTPTransport(environment: patient))
    }
    let impatience = Impatience()
    let party = try await RelyingParty(
      [fault], client: HostileClient(), transport: impatience.transport)
    impatience.wait(for: place, of: party.provider)
    return party
  }
}

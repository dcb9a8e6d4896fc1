// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomoOldNames
import TestKit

/// Lines 88 to 106: refreshing a context.
extension DocomoDocumentTests {
  @Test("line 90: a context is refreshed, and saved by itself where it is saved already")
  func line90() async throws {
    let context = try await signedIn(samples())
    let before = try #require(context.accessToken)
    #expect(context.remainingTimeInSeconds() == 3600)
    site.clock.advance(by: .seconds(100))
    #expect(context.remainingTimeInSeconds() == 3500)
    let same = try await result(of: samples()) { $0.line90(context) }
    #expect(same === context)
    #expect(context.accessToken != before)
    #expect(context.remainingTimeInSeconds() == 3600)
    #expect(try await store.sessions().map { $0.accessToken.reveal() } == [context.accessToken])
    // Line 94: the context must be there. Nothing is sent without one.
    let requests = site.count(DocomoSite.token)
    let missing = await caught { try await result(of: samples()) { $0.line90(nil) } }
    #expect(missing?.domain == DCInvalidArgumentDomain)
    #expect(missing?.localizedDescription.hasPrefix("authenticationContext") == true)
    #expect(site.count(DocomoSite.token) == requests)
  }

  /// The type of the second argument of a call.
  private func second<First, Second>(of call: (First, Second) -> Void) -> ObjectIdentifier {
    ObjectIdentifier(Second.self)
  }

  @Test("line 97: the block cannot be nil: its type is not optional")
  func line97() {
    let block = ObjectIdentifier(DCAuthenticateBlock.self)
    #expect(second(of: DCAuthority.refreshToken(with:block:)) == block)
  }

  @Test("line 94: a context that was loaded without the client credentials cannot be refreshed")
  func line94() async throws {
    _ = try await signedIn(samples())
    let loaded = try DCAuthenticationContext.load(
      byKey: "main", clientId: "app", clientSecret: "app secret")
    _ = try await result(of: samples()) { $0.line90(loaded) }
    // Line 100: what was loaded so is saved by itself.
    #expect(try await store.sessions().map { $0.accessToken.reveal() } == [loaded.accessToken])
    let bare = try oldLoad("main")
    #expect(bare.accessToken == loaded.accessToken)
    let requests = site.count(DocomoSite.token)
    let error = await caught { try await result(of: samples()) { $0.line90(bare) } }
    #expect(error?.domain == DCInvalidArgumentDomain)
    #expect(site.count(DocomoSite.token) == requests)
  }

  /// The call that the old SDK deprecated, by way of a protocol that hides the warning.
  private func oldLoad(_ key: String) throws -> DCAuthenticationContext {
    try (self as any DeprecatedLoading).load(key)
  }
}

@MainActor
private protocol DeprecatedLoading {
  func load(_ key: String) throws -> DCAuthenticationContext
}

extension DocomoDocumentTests: DeprecatedLoading {
  @available(*, deprecated)
  fileprivate func load(_ key: String) throws -> DCAuthenticationContext {
    try DCAuthenticationContext.load(byKey: key)
  }
}

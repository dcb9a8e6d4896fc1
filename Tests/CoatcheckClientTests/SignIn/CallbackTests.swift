// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A callback")
struct CallbackTests {
  let provider = FakeProvider()

  static let forgeries: [Case<@Sendable (String) -> String>] = [
    Case("without a state") { $0.replacing(/&state=[^&]*/, with: "") },
    Case("with another state") { $0.replacing(/state=[^&]*/, with: "state=other") },
    Case("whose state ends in another letter") { callback in
      callback.dropLast() + (callback.hasSuffix("A") ? "B" : "A")
    },
    Case("whose state has another letter case") { callback in
      callback.replacing(/state=([^&]*)/) { "state=" + swapped($0.output.1) }
    },
  ]

  // attack: C-01
  @Test(
    "whose state is not the one sent is refused, and no token request is sent",
    arguments: forgeries)
  func forged(_ forgery: Case<@Sendable (String) -> String>) async throws {
    let attempt = try await provider.attempt()
    let genuine = try provider.callback(for: attempt.url)
    let error = await failure { try await attempt.finish(forgery.value(genuine)) }
    #expect(error == .unreadable(.stateMismatch, ""))
    #expect(provider.count("/token") == 0)
    // The forged callback did not end the sign-in: the genuine one is still accepted.
    _ = try await attempt.finish(genuine)
    #expect(provider.count("/token") == 1)
  }

  // attack: C-02
  @Test("that comes twice works once, and causes one token request")
  func twice() async throws {
    let attempt = try await provider.attempt()
    let callback = try provider.callback(for: attempt.url)
    _ = try await attempt.finish(callback)
    #expect(await failure { try await attempt.finish(callback) }?.outcome == .misused)
    #expect(provider.count("/token") == 1)
  }

  @Test("that comes a hundred times at once causes one token request")
  func atOnce() async throws {
    let attempt = try await provider.attempt()
    let callback = try provider.callback(for: attempt.url)
    let sessions = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask { (try? await attempt.finish(callback)) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(sessions == 1)
    #expect(provider.count("/token") == 1)
  }

  // attack: C-04
  @Test("without iss is refused where the issuer promises it, and no token request is sent")
  func withoutIssuer() async throws {
    provider.change { $0.metadata["authorization_response_iss_parameter_supported"] = .bool(true) }
    let attempt = try await provider.attempt()
    let callback = try provider.callback(for: attempt.url)
    await expectError(.unreadable(.issuerMismatch, "")) { try await attempt.finish(callback) }
    #expect(provider.count("/token") == 0)
    _ = try await attempt.finish(provider.callback(for: attempt.url, iss: provider.issuer))
  }

  // attack: C-17
  @Test("of another pending sign-in is refused, and each one uses its own verifier and nonce")
  func interleaved() async throws {
    let one = try await provider.attempt()
    let other = try await provider.attempt()
    let callbacks = try (provider.callback(for: one.url), provider.callback(for: other.url))
    for (attempt, foreign) in [(one, callbacks.1), (other, callbacks.0)] {
      await expectError(.unreadable(.stateMismatch, "")) { try await attempt.finish(foreign) }
    }
    #expect(provider.count("/token") == 0)
    // The provider compares each verifier with its challenge, and puts each nonce in its ID token.
    _ = try await other.finish(callbacks.1)
    _ = try await one.finish(callbacks.0)
    let verifiers = provider.forms("/token").map { $0["code_verifier"] }
    #expect(Set(verifiers).count == 2)
  }

  private static func swapped(_ text: Substring) -> String {
    var letters = Array(text)
    guard let index = letters.firstIndex(where: \.isLetter) else { return String(text) }
    let letter = letters[index]
    letters[index] = Character(letter.isUppercase ? letter.lowercased() : letter.uppercased())
    return String(letters)
  }
}

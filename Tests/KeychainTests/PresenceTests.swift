// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import SecurityShim
import TestSupport

extension AppleKeychain {
  @Suite("A refresh token behind the user's presence")
  struct PresenceTests {
    let folder: Folder
    let endpoint = TokenEndpointScript()

    init() throws { folder = try Folder() }

    private func store(_ presence: KeychainPresence = .biometry) -> SystemStore {
      var options = KeychainOptions(presence: presence)
      options.folder = folder.path
      return .system(keychain: options)
    }

    /// A session that was stored by an earlier run of the program.
    private func session(_ store: SystemStore) async throws -> Session {
      let session = try TokenEndpointScript.expiredSession()
      try await store.save(session)
      let stored = try #require(try await store.session(session.account))
      #expect(stored.refreshToken == nil)
      #expect(stored.isRenewable)
      return Session(stored, store: store, transport: endpoint)
    }

    @Test(
      "is an item of its own, and the rest is read without a prompt",
      arguments: KeychainPresence.allCases)
    func apart(_ presence: KeychainPresence) async throws {
      let device = AppleKeychain.device()
      let session = try await session(store(presence))
      #expect(device.holds("rt-1") { $0 })
      #expect(device.holds("rt-1") { !$0 } == false)
      #expect(device.holds("at-1") { !$0 })
      #expect(try await store(presence).sessions().map(\.account) == [session.account])
      #expect(device.prompts.isEmpty)
      #expect(store(presence).place.location.contains(presence.rawValue))
    }

    @Test("is never read by a refresh in the background, which fails with interactionRequired")
    func background() async throws {
      let device = AppleKeychain.device()
      let session = try await session(store())
      let reads = device.count(of: .copyMatching)
      for error in [
        await failure { _ = try await session.accessToken() },
        await failure { try await session.refresh() },
        await failure { try await session.keepFresh() },
      ] {
        #expect(error?.code == .interactionRequired)
        #expect(error?.parameter == "presence")
        #expect(error?.errorClass == .interactionRequired)
      }
      #expect(device.prompts.isEmpty)
      #expect(endpoint.refreshTokens.isEmpty)
      #expect(device.count(of: .copyMatching) > reads, "the plain item was read")
      #expect(session.status != .ended(.refused))
    }

    @Test("is not returned by a read without a text for the prompt")
    func withoutSentence() async throws {
      let device = AppleKeychain.device()
      var item = KeychainItem(
        service: "s", account: "a", accessibility: .afterFirstUnlockThisDeviceOnly, content: [1])
      item.presence = .any
      #expect(SecItemKeychain().add(item) == .success)
      var query = KeychainQuery(service: "s", account: "a", wanted: .content)
      #expect(SecItemKeychain().copyMatching(query).status == .interactionNotAllowed)
      #expect(device.prompts.isEmpty)
      query.prompt = "Unlock"
      #expect(SecItemKeychain().copyMatching(query).items.first?.content == [1])
      #expect(device.prompts == ["Unlock"])
    }

    @Test("is read by a refresh with a prompt, whose text the app provides")
    func prompted() async throws {
      let device = AppleKeychain.device()
      let session = try await session(store())
      try await session.refresh(prompting: "Unlock your account")
      #expect(device.prompts == ["Unlock your account"])
      #expect(endpoint.refreshTokens == ["rt-1"])
      #expect(try await session.accessToken().reveal() == "at-2")
      #expect(device.holds("rt-2") { $0 })
      #expect(device.holds("rt-1") == false, "the used one is gone")
      let again = try await UserPresence.prompting("Unlock") { try await session.accessToken() }
      #expect(again.reveal() == "at-2")
      #expect(device.prompts.count == 1, "a valid token needs no prompt")
    }

    @Test("is the newer one when another process saved the session since it was read")
    func savedSince() async throws {
      _ = AppleKeychain.device()
      let store = store()
      var session = try TokenEndpointScript.expiredSession()
      try await store.save(session)
      let read = try #require(try await store.session(session.account))
      session.refreshToken = Secret("rt-2")
      try await store.save(session)
      let renewable = try await UserPresence.prompting("Unlock") { try await store.renewable(read) }
      #expect(renewable.refreshToken?.reveal() == "rt-2")
    }

    @Test(
      "is kept when the user does not approve",
      arguments: [
        Case("denies", (KeychainDevice.Answer.denies, OAuthError.Code.userCancelled)),
        Case("is not recognized", (.isNotRecognized, .interactionRequired)),
      ])
    func refused(_ row: Case<(KeychainDevice.Answer, OAuthError.Code)>) async throws {
      let device = AppleKeychain.device()
      let session = try await session(store())
      device.answer = row.value.0
      let error = await failure { try await session.refresh(prompting: "Unlock") }
      #expect(error?.code == row.value.1)
      #expect(endpoint.refreshTokens.isEmpty)
      device.answer = .approves
      try await session.refresh(prompting: "Unlock")
      #expect(endpoint.refreshTokens == ["rt-1"])
    }

    @Test(
      "has a deadline for prompts that is longer than that of other calls", .timeLimit(.minutes(5))
    )
    func patience() async throws {
      let device = AppleKeychain.device()
      let waits = Mutex<[Duration]>([])
      var environment = RuntimeEnvironment.live
      environment.sleep = { duration in
        waits.withLock { $0.append(duration) }
        try await Task.sleep(for: duration > .seconds(60) ? .milliseconds(1) : duration)
      }
      let records = try Records(
        SecItemKeychain(), lockDirectory: folder.path, environment: environment)
      let store = GuardedTokenStore(records, presence: .any)
      let session = try TokenEndpointScript.expiredSession()
      try await store.save(session)
      let stored = try #require(try await store.session(session.account))
      device.block(.copyMatching)
      defer { device.release() }
      let error = await failure {
        try await UserPresence.prompting("Unlock", patience: .seconds(90)) {
          _ = try await store.renewable(stored)
        }
      }
      #expect(error?.isUnanswered == true)
      #expect(waits.withLock { $0.contains(.seconds(90)) })
    }

    @Test("is lost when other faces or fingers are enrolled, and the user signs in again")
    func enrolled() async throws {
      let device = AppleKeychain.device()
      let session = try await session(store(.currentBiometry))
      device.enrolAnotherFinger()
      let error = await failure { try await session.refresh(prompting: "Unlock") }
      #expect(error?.code == .interactionRequired)
      #expect(error?.parameter == "refresh_token")
      // A new sign-in stores a new one.
      try await store(.currentBiometry).save(try TokenEndpointScript.expiredSession())
      try await session.refresh(prompting: "Unlock")
      #expect(endpoint.refreshTokens == ["rt-1"])
    }

    @Test("cannot be stored on a device without a passcode")
    func noPasscode() async throws {
      let device = AppleKeychain.device()
      device.removePasscode()
      let session = try TokenEndpointScript.expiredSession()
      #expect(await failure { try await store().save(session) }?.parameter == "presence")
      #expect(device.items.isEmpty)
    }

    @Test("is removed with the session, without a prompt")
    func removed() async throws {
      let device = AppleKeychain.device()
      let session = try await session(store())
      await session.signOut(.localOnly)
      #expect(device.items.isEmpty)
      #expect(device.prompts.isEmpty)
    }

    @Test("is removed when the app is installed again, if the policy drops sessions")
    func reinstalled() async throws {
      let device = AppleKeychain.device(.phone, .init(keychainAccessGroups: ["TEAM.app"]))
      _ = try await session(store())
      #expect(device.items.count == 2)
      let second = try Folder()
      var options = KeychainOptions(group: .own("TEAM.app"), presence: .biometry)
      options.folder = second.path
      options.reinstall = .dropOnReinstall(
        marker: InstallMarker(directory: second.path, in: .app))
      let store: SystemStore = .system(keychain: options)
      #expect(try await store.sessions().isEmpty)
      #expect(device.items.isEmpty)
    }

    @Test("is kept when storing the new one fails")
    func interrupted() async throws {
      let device = AppleKeychain.device()
      let session = try await session(store())
      device.before(.update) { $0.fail(.update, with: errSecDiskFull) }
      #expect(
        await failure { try await session.refresh(prompting: "Unlock") }?.code == .storeFailed)
      #expect(device.holds("rt-1") { $0 })
      #expect(device.items.count == 2)
      try await session.refresh(prompting: "Unlock")
      #expect(endpoint.refreshTokens == ["rt-1"])
    }
  }
}

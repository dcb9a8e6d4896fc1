// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestKit

@Suite("A website is killed or stopped at a call to its disk", .timeLimit(.minutes(60)))
struct SiteCrashPointTests {
  /// An action of a user that changes what the site stores.
  enum Deed: String, CaseIterable, CustomTestStringConvertible {
    case callback = "a callback"
    case refresh = "a refresh"
    case signOut = "a sign-out"

    var testDescription: String { rawValue }
  }

  /// A user who is about to do it.
  private struct Doer {
    let deed: Deed
    let visitor: RemoteVisitor
    let callback: String

    init(_ deed: Deed, at site: SiteProcess) async throws {
      self.deed = deed
      visitor = RemoteVisitor(site: site, user: .alice)
      if deed != .callback { try await visitor.signIn() }
      if deed == .refresh { try await Task.sleep(for: SiteSetup.untilRefresh) }
      callback = deed == .callback ? try await visitor.callback() : ""
    }

    /// - Returns: The status; nil if the site has ended before the response.
    func act() async -> Int? {
      switch deed {
      case .callback: try? await visitor.open(callback).status
      case .refresh: try? await visitor.open("/profile").status
      case .signOut: try? await visitor.signOut().status
      }
    }

    /// Checks the state afterwards, at a site that works again.
    ///
    /// - Parameter status: The status that the user received.
    func check(after status: Int?, _ point: FaultLayer.Fault) async throws {
      switch deed {
      case .callback:
        if status != 303 {
          let page = try await visitor.open(callback)
          #expect([303, 400].contains(page.status), "\(point): \(page.status) \(page.text)")
          if page.status == 400 { try await visitor.signIn() }
        }
        #expect(try await visitor.isSignedIn(), "\(point)")
      case .refresh:
        #expect(try await visitor.isSignedIn(), "\(point)")
        let page = try await visitor.open("/profile")
        #expect(page.status == 200, "\(point): \(page.status) \(page.text)")
      case .signOut:
        if status != 303 {
          #expect(try await visitor.signOut().status == 303, "\(point)")
        }
        #expect(try await !visitor.isSignedIn(), "\(point)")
      }
    }
  }

  // attack: W-46
  @Test(
    "each time, the action of the user is complete or can be repeated", arguments: Deed.allCases)
  func points(of deed: Deed) async throws {
    let site = try await SiteProcess.start(accessTokensFor: SiteSetup.briefLifetime)
    // Calls are counted while this file exists.
    let file = site.folder.path + "-counted"
    let log = site.folder.path + "-calls"
    defer { for path in [file, log] { try? FileManager.default.removeItem(atPath: path) } }

    /// Performs the action at a site with these environment variables, beside another task that is
    /// cancelled afterwards.
    func done(
      _ environment: [String: String], beside act: @Sendable () async throws -> Void = {}
    ) async throws -> (Doer, Int?) {
      site.crash()
      try await site.launch(environment: environment)
      let doer = try await Doer(deed, at: site)
      #expect(FileManager.default.createFile(atPath: file, contents: Data()))
      async let _ = act()
      let status = await doer.act()
      try FileManager.default.removeItem(atPath: file)
      return (doer, status)
    }

    let folder = site.folder.path
    let undisturbed = try FaultLayer.variables(in: folder, log: log, countedWhileThereIs: file)
    let (_, status) = try await done(undisturbed)
    #expect(status == (deed == .refresh ? 200 : 303))
    let calls = try FaultLayer.calls(log)
    #expect(calls.contains { $0.isWrite }, "\(calls)")

    // `make test` tries only some of the calls.
    let step = Rounds.isSoak ? 1 : max(calls.count / 3, 1)
    var counts: [String: Int] = [:]
    for call in calls where call.number % step == 0 {
      let ways: [FaultLayer.Fault.How] = [.killBefore, .killAfter, .stop]
      for how in call.isWrite ? ways + [.killMiddle] : ways {
        let point = FaultLayer.Fault(call: call.number, how: how)
        let (doer, status) = try await done(
          FaultLayer.variables(point, in: folder, countedWhileThereIs: file)
        ) {
          if how == .stop { try await site.resumeOnceStopped() }
        }
        counts[status.map(String.init) ?? "cut off", default: 0] += 1
        if how != .stop {
          site.crash()
          try await site.launch()
        }
        try await doer.check(after: status, point)
      }
    }
    print("crash points of \(deed.rawValue): \(calls.count) calls, \(counts)")
    #expect(counts["cut off"] != nil)
    await site.stop()
    try await site.checkStore()
  }
}

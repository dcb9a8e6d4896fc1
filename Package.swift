// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

// It is longer than other files: SwiftPM reads one manifest, and this one lists the modules of all wings in their order.

import PackageDescription

// A warning is an error in this repository's own checks (the Makefile says so), and never for those who depend on it.
let warningsAreErrors = Context.environment["COATCHECK_WARNINGS"] == "error"

let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// Code for Apple's systems is compiled and tested on Linux against stand-ins of the frameworks that it uses: make apple. Then
// only what an app links is declared, and the stand-ins are those of one system, iOS unless COATCHECK_APPLE_SHAPE names another.
#if os(Linux)
  let checksApple = Context.environment["COATCHECK_APPLE_SHIMS"] == "1"
#else
  let checksApple = false
#endif
let appleSettings: [SwiftSetting] =
  checksApple
  ? [
    .define("APPLE_SHIMS"),
    .define("APPLE_SHIM_" + (Context.environment["COATCHECK_APPLE_SHAPE"] ?? "IOS")),
  ] : []

// libpq is linked on Apple's systems only; elsewhere it is loaded when it is needed, and pkg-config would have it linked.
#if canImport(Darwin)
  let linkedLibPQ: String? = "libpq"
#else
  let linkedLibPQ: String? = nil
#endif

// The platforms whose transport is AsyncHTTPClient; Apple's use URLSession.
let notApple: [Platform] = [.linux, .android, .windows, .openbsd]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")

/// A product that only builds with the NIO trait.
func heavy(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["NIO"]))
}

// Swift builds every test target into one bundle, so `--filter` alone still compiles them all.
// COATCHECK_TESTS=CoatcheckJOSETests,CoatcheckOAuthTests declares only those (and `none` declares none).
let wanted = Context.environment["COATCHECK_TESTS"].map {
  $0.split(separator: ",").map(String.init)
}

/// A module of a wing: in a folder of its own name there, unless another is given.
func module(
  _ name: String, in wing: String, at folder: String? = nil, _ dependencies: [Target.Dependency]
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "\(wing)/\(folder ?? name)",
    swiftSettings: strict + appleSettings)
}

func program(
  _ name: String, in wing: String, at folder: String? = nil, _ dependencies: [Target.Dependency]
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(wing)/\(folder ?? name)", swiftSettings: strict
  )
}

func test(
  _ name: String, in wing: String = "Tests", at folder: String? = nil, exclude: [String] = [],
  _ dependencies: [Target.Dependency]
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "\(wing)/\(folder ?? name)", exclude: exclude,
    swiftSettings: strict + appleSettings)
}

/// A stand-in of a framework. In the mode of Swift 5, as Apple's are imported: there a closure that was taken for the main
/// actor's and runs on another thread traps, as it does on Apple's systems.
func standIn(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/AppleStandIns/\(name)",
    swiftSettings: [.swiftLanguageMode(.v5)] + appleSettings)
}
let shims: [Target] =
  checksApple
  ? [
    standIn("AppleStage"), standIn("FoundationShim", ["AppleStage"]),
    standIn("UIKitShim", ["AppleStage"]), standIn("AppKitShim", ["AppleStage"]),
    standIn("AuthenticationServicesShim", ["AppleStage", "UIKitShim", "AppKitShim"]),
    standIn("LocalAuthenticationShim"), standIn("SecurityShim", ["LocalAuthenticationShim"]),
    standIn("URLLoadingShim", ["SecurityShim"]),
  ] : []
let shimNames: [Target.Dependency] = shims.map { .target(name: $0.name) }

// MARK: Sources: what an app links

let foundation: [Target.Dependency] = ["CoatcheckFoundation"]
let jose: [Target.Dependency] = foundation + ["CoatcheckJOSE"]
let oauth: [Target.Dependency] = jose + ["CoatcheckOAuth", httpTypes]
let client: [Target.Dependency] = oauth + ["CoatcheckClient"]
let app: [Target.Dependency] = client + ["Coatcheck"]
let issuer: [Target.Dependency] = ["CoatcheckIssuer", "CoatcheckAccounts"]

let sources: [Target] = [
  .target(name: "CLinuxKeyring"),
  .target(name: "CoatcheckFoundation", swiftSettings: strict),
  module("CoatcheckJOSE", in: "Sources", foundation + [crypto, cryptoExtras]),
  module("CoatcheckOAuth", in: "Sources", jose + [httpTypes, crypto]),
  .target(
    name: "CoatcheckClient",
    dependencies: oauth + [
      logging, metrics, crypto, cryptoExtras,
      .target(name: "CLinuxKeyring", condition: .when(platforms: [.linux])),
      .product(
        name: "Tracing", package: "swift-distributed-tracing",
        condition: .when(traits: ["Tracing"])),
    ] + shimNames,
    swiftSettings: strict + appleSettings),
  module(
    "CoatcheckAsyncHTTP", in: "Sources",
    client + [
      heavy("AsyncHTTPClient", "async-http-client"), heavy("NIOCore", "swift-nio"),
      heavy("NIOPosix", "swift-nio"),
      heavy("NIOHTTP1", "swift-nio"), heavy("NIOFoundationCompat", "swift-nio"),
      heavy("NIOHTTPCompression", "swift-nio-extras"), heavy("NIOSSL", "swift-nio-ssl"),
    ]),
  // The sign-in of a website, in any framework.
  module("CoatcheckWeb", in: "Sources", client + [crypto, logging]),
  // The group commit that both SQLite stores share.
  module(
    "CoatcheckGroupCommit", in: "Sources",
    [heavy("GRDB", "GRDB.swift"), heavy("GRDBSQLite", "GRDB.swift")]),
  .systemLibrary(
    name: "CLibPQ", path: "Sources/CLibPQ", pkgConfig: linkedLibPQ,
    providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
  // Connections to PostgreSQL, for every store that is kept there.
  module(
    "CoatcheckPostgreSQL", in: "Sources",
    [.target(name: "CLibPQ", condition: .when(traits: ["NIO"]))]),
  module(
    "CoatcheckSessionStorage", in: "Sources",
    client + [
      "CoatcheckWeb", "CoatcheckGroupCommit", "CoatcheckPostgreSQL", heavy("GRDB", "GRDB.swift"),
    ]),
  module(
    "CoatcheckHummingbird", in: "Sources",
    client + [
      "CoatcheckWeb", logging, heavy("Hummingbird", "hummingbird"), heavy("NIOCore", "swift-nio"),
      heavy("ServiceLifecycle", "swift-service-lifecycle"),
    ]),
  module(
    "Coatcheck", in: "Sources",
    client + [
      logging,
      .target(
        name: "CoatcheckAsyncHTTP", condition: .when(platforms: notApple, traits: ["NIO"])),
    ]),
]

// MARK: Providers: one folder for each dialect

let testing: [Target.Dependency] =
  app + issuer + [
    "CoatcheckTesting", "CoatcheckServer", "CoatcheckStorage", crypto, cryptoExtras, logging,
  ]

/// What the tests of our own clients and servers use.
let kit = testing + ["TestKit", "TestSupport"]

/// The module of a provider, its stand-in, its example, the names of its old SDK, and its tests.
func provider(
  _ name: String, as dialect: String, example: Bool = true, oldNames: Bool = false,
  links: [Target.Dependency] = client, testsWith more: [Target.Dependency] = []
) -> (modules: [Target], tests: Target) {
  let wing = "Providers/\(name)"
  let stem = "Coatcheck\(dialect)"
  let own = Target.Dependency.target(name: stem)
  let standIn = module("\(stem)Testing", in: wing, at: "StandIn", testing + [own])
  return (
    [module(stem, in: wing, at: "Sources", links), standIn]
      + (example ? [module("\(dialect)Example", in: wing, at: "Example", app + [own])] : [])
      + (oldNames
        ? [module("\(stem)OldNames", in: wing, at: "OldNames", app + [own, logging])] : []),
    test(
      "\(stem)Tests", in: wing, at: "Tests",
      kit + more + [
        own, .target(name: standIn.name), "CoatcheckStoreTesting",
      ] + (example ? [.target(name: "\(dialect)Example")] : [])
        + (oldNames ? [.target(name: "\(stem)OldNames")] : []))
  )
}

let docomo = provider("Docomo", as: "Docomo", oldNames: true)
let kii = provider("Kii", as: "Kii", oldNames: true)
let oclc = provider("OCLC", as: "OCLC", oldNames: true)
let nx = provider(
  "NXOAuth2Client", as: "NXOAuth2Client", oldNames: true, links: app + [logging])
let weibo = provider("Weibo", as: "Weibo", example: false)

let dialects: [Target.Dependency] = [
  "CoatcheckDocomo", "CoatcheckKii", "CoatcheckOCLC", "CoatcheckNXOAuth2Client", "CoatcheckWeibo",
  "CoatcheckIDaaS", "CoatcheckIDaaSProtocol",
]
let standIns: [Target.Dependency] = [
  "CoatcheckDocomoTesting", "CoatcheckKiiTesting", "CoatcheckOCLCTesting",
  "CoatcheckNXOAuth2ClientTesting", "CoatcheckWeiboTesting", "CoatcheckIDaaSTesting",
]

let idaas: [Target] = [
  module("CoatcheckIDaaSProtocol", in: "Providers/IDaaS", at: "Protocol", oauth + [crypto]),
  module(
    "CoatcheckIDaaS", in: "Providers/IDaaS", at: "Client",
    app + ["CoatcheckIDaaSProtocol", "CoatcheckWeibo", logging, crypto, cryptoExtras] + shimNames),
  .systemLibrary(
    name: "CPNG", path: "Providers/IDaaS/CPNG", pkgConfig: "libpng",
    providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
  module(
    "CoatcheckIDaaSServer", in: "Providers/IDaaS", at: "Server",
    client + issuer + [
      "CoatcheckServer", "CoatcheckSMTP", "CoatcheckIDaaSProtocol", "CoatcheckWeibo", crypto,
      cryptoExtras, logging, metrics, .target(name: "CPNG", condition: .when(traits: ["NIO"])),
      heavy("Mustache", "swift-mustache"),
    ]),
  module(
    "CoatcheckIDaaSTesting", in: "Providers/IDaaS", at: "StandIn",
    testing + [
      "CoatcheckIDaaS", "CoatcheckIDaaSProtocol", "CoatcheckIDaaSServer", "CoatcheckWeiboTesting",
    ]),
  module(
    "CoatcheckIDaaSOldNames", in: "Providers/IDaaS", at: "OldNames",
    app + ["CoatcheckIDaaS", "CoatcheckIDaaSProtocol", logging]),
  module("IDaaSExample", in: "Providers/IDaaS", at: "Example", app + ["CoatcheckIDaaS"]),
]

let idaasTests: [Target] = [
  test(
    "CoatcheckIDaaSProtocolTests", in: "Providers/IDaaS/Tests", at: "Protocol",
    oauth + ["CoatcheckIDaaSProtocol", "TestSupport"]),
  test(
    "CoatcheckIDaaSTests", in: "Providers/IDaaS/Tests", at: "Client",
    kit + [
      "CoatcheckIDaaS", "CoatcheckIDaaSProtocol", "CoatcheckIDaaSServer", "CoatcheckIDaaSTesting",
      "CoatcheckIDaaSOldNames", "CoatcheckWeiboTesting", "CoatcheckStoreTesting", "IDaaSExample",
    ]),
  test(
    "CoatcheckIDaaSServerTests", in: "Providers/IDaaS/Tests", at: "Server",
    kit + [
      "CoatcheckIDaaSServer", "CoatcheckIDaaSProtocol", "CoatcheckIDaaSTesting", "CoatcheckSMTP",
      "CoatcheckWeibo", "CoatcheckWeiboTesting", heavy("NIOCore", "swift-nio"),
      heavy("NIOPosix", "swift-nio"), heavy("NIOSSL", "swift-nio-ssl"),
      .target(name: "CPNG", condition: .when(traits: ["NIO"])),
    ]),
]

// MARK: Server: coatcheckd and what it is made of

let server: [Target] = [
  module("CoatcheckIssuer", in: "Server", oauth + [crypto]),
  module("CoatcheckAccounts", in: "Server", oauth + ["CoatcheckIssuer", crypto, cryptoExtras]),
  module(
    "CoatcheckStorage", in: "Server",
    oauth + issuer + [
      "CoatcheckGroupCommit", "CoatcheckPostgreSQL", heavy("GRDB", "GRDB.swift"),
      heavy("GRDBSQLite", "GRDB.swift"),
    ]),
  module(
    "CoatcheckServer", in: "Server",
    client + issuer + [
      crypto, logging, metrics, heavy("HummingbirdCore", "hummingbird"),
      heavy("Mustache", "swift-mustache"), heavy("NIOCore", "swift-nio"),
      heavy("NIOSSL", "swift-nio-ssl"),
      heavy("ServiceLifecycle", "swift-service-lifecycle"),
      heavy("UnixSignals", "swift-service-lifecycle"),
    ]),
  module(
    "CoatcheckSMTP", in: "Server",
    client + [
      heavy("NIOCore", "swift-nio"), heavy("NIOPosix", "swift-nio"), heavy("NIOTLS", "swift-nio"),
      heavy("NIOSSL", "swift-nio-ssl"),
    ]),
  .systemLibrary(name: "CMalloc", path: "Server/CMalloc"),
  program(
    "CoatcheckDaemon", in: "Server",
    client + issuer + [
      "CMalloc", "CoatcheckServer", "CoatcheckStorage", "CoatcheckAsyncHTTP",
      "CoatcheckIDaaSServer", "CoatcheckIDaaSProtocol", logging,
      heavy("ArgumentParser", "swift-argument-parser"),
    ]),
]

// MARK: Command: coatcheck

let command: [Target] = [
  module("CoatcheckCommand", in: "Command", client),
  module("CoatcheckHelpers", in: "Command", client + ["CoatcheckCommand"]),
  module(
    "CoatcheckProxy", in: "Command",
    client + [
      "CoatcheckCommand", heavy("NIOCore", "swift-nio"), heavy("NIOHTTP1", "swift-nio"),
      heavy("NIOPosix", "swift-nio"),
    ]),
  program("CoatcheckTool", in: "Command", client + ["CoatcheckCommand", "CoatcheckHelpers"]),
  program(
    "CoatcheckToolNetwork", in: "Command",
    app + dialects + [
      "CoatcheckCommand", "CoatcheckHelpers", "CoatcheckProxy",
      heavy("ArgumentParser", "swift-argument-parser"),
    ]),
]

// MARK: Testing: what users' tests import

let testSupport: [Target] = [
  module("CoatcheckStoreTesting", in: "Testing", client + ["CoatcheckWeb"]),
  module(
    "CoatcheckTesting", in: "Testing",
    app + issuer + [
      "CoatcheckWeb",
      "CoatcheckServer", "CoatcheckStorage", logging, crypto, cryptoExtras,
      heavy("Hummingbird", "hummingbird"), heavy("NIOCore", "swift-nio"),
    ]),
  program(
    "CoatcheckStandIn", in: "Testing",
    testing + standIns + [heavy("ArgumentParser", "swift-argument-parser")]),
]

// MARK: Programs that the demo, the benchmarks and the tests run

let programs: [Target] = [
  program(
    "coatcheck-demo", in: "Examples", at: "Demo",
    testing + [
      "CoatcheckIDaaS", "CoatcheckIDaaSServer", "CoatcheckIDaaSTesting", "CoatcheckWeiboTesting",
      "TestSupport",
    ]),
  // The example of the guide of sign-in for a website.
  program(
    "WebsiteExample", in: "Examples", at: "Website/Sources",
    [
      "Coatcheck", "CoatcheckHummingbird", "CoatcheckSessionStorage", "CoatcheckWeb",
      heavy("Hummingbird", "hummingbird"),
    ]),
  // The website of `make demo-website`: two providers, and accounts at a third service.
  program(
    "AlbumsExample", in: "Examples", at: "Website/Albums",
    [
      "Coatcheck", "CoatcheckDocomo", "CoatcheckHummingbird", "CoatcheckSessionStorage",
      "CoatcheckWeb", logging, heavy("Hummingbird", "hummingbird"),
    ]),
  // The source of a package of its own, here for a test to run.
  program(
    "EmbeddedServer", in: "Examples", at: "EmbeddedServer/Sources",
    ["CoatcheckServer", "CoatcheckStorage", logging]),
  program(
    "CoatcheckBenchmarks", in: "Benchmarks",
    testing + [
      "CoatcheckSessionStorage", "CoatcheckWeb", "CoatcheckIDaaS", "CoatcheckIDaaSProtocol",
      "CoatcheckIDaaSServer", "CoatcheckIDaaSTesting", "CoatcheckWeiboTesting",
    ]),
  // What the tests share: programs that run beside them.
  module("TestSupport", in: "Tests", at: "Support", oauth),
  // What clients recorded, and whether a server that keeps the rules can have answered so.
  module("History", in: "Tests", ["TestSupport"]),
  // What every store of the server keeps, as checks.
  module("ServerStoreContracts", in: "Tests", oauth + issuer),
  // What tests share that run against our own servers.
  module("TestKit", in: "Tests", at: "Kit", testing + ["TestSupport", "CoatcheckAsyncHTTP"]),
  // Keeps a session beside others, for the tests to kill.
  program(
    "SessionWorker", in: "Tests",
    app + ["CoatcheckSessionStorage", "CoatcheckNXOAuth2Client", "CoatcheckIDaaS"]),
  // One server of a website of several machines, for the tests to cut off and to kill.
  program(
    "SiteWorker", in: "Tests",
    [
      "Coatcheck", "CoatcheckHummingbird", "CoatcheckSessionStorage", "CoatcheckWeb",
      heavy("Hummingbird", "hummingbird"),
    ]),
  // Uses the stores of a desktop or a kernel, for the tests to run in one.
  program("StoreWorker", in: "Tests", client + ["CoatcheckStoreTesting"]),
  // Runs the first snippets of the guides.
  program("FirstSnippets", in: "Tests", app + dialects),
  // Goes through every flow as talkatively as it can, for a test to search what it wrote.
  program(
    "SecretWorker", in: "Tests",
    testing + dialects + standIns + [
      "CoatcheckIDaaSServer", "CoatcheckHummingbird", "CoatcheckSessionStorage", "CoatcheckWeb",
      metrics, heavy("Hummingbird", "hummingbird"),
      .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      .product(name: "Tracing", package: "swift-distributed-tracing"),
    ]),
]

let tests: [Target] =
  [
    test("CoatcheckJOSETests", jose + ["TestSupport", crypto, cryptoExtras]),
    test("CoatcheckOAuthTests", oauth + ["TestSupport"]),
    test(
      "CoatcheckClientTests",
      kit + [
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    test(
      "CoatcheckStoreTests", client + ["CoatcheckStoreTesting", "TestSupport", "StoreWorker"]),
    test(
      "CoatcheckSessionStorageTests",
      client + [
        "CoatcheckWeb", "CoatcheckSessionStorage", "CoatcheckStoreTesting", "TestSupport",
      ]),
    test(
      "CoatcheckWebTests",
      kit + [
        "CoatcheckWeb", "CoatcheckHummingbird", "CoatcheckAsyncHTTP", "CoatcheckSessionStorage",
        "CoatcheckDocomo", "CoatcheckDocomoTesting", "WebsiteExample", "AlbumsExample",
        "SiteWorker",
        heavy("Hummingbird", "hummingbird"), heavy("FlyingFox", "FlyingFox"),
        heavy("FlyingSocks", "FlyingFox"),
      ]),
    test(
      "CoatcheckHummingbirdTests",
      kit + [
        "CoatcheckHummingbird", heavy("Hummingbird", "hummingbird"),
      ]),
    test("CoatcheckAccountsTests", oauth + ["CoatcheckAccounts", "TestSupport"]),
    test(
      "CoatcheckStorageTests",
      kit + [
        "CoatcheckGroupCommit", "CoatcheckPostgreSQL", "History", "ServerStoreContracts",
        heavy("GRDB", "GRDB.swift"),
      ]),
    test(
      "CoatcheckServerTests",
      kit + [
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        heavy("NIOCore", "swift-nio"), heavy("NIOEmbedded", "swift-nio"),
        heavy("NIOHTTPTypes", "swift-nio-extras"), heavy("NIOPosix", "swift-nio"),
      ]),
    test(
      "CoatcheckDaemonTests",
      kit + [
        "CoatcheckDaemon", "EmbeddedServer", "History",
        heavy("ArgumentParser", "swift-argument-parser"), heavy("GRDB", "GRDB.swift"),
      ]),
    test(
      "CoatcheckToolTests", exclude: ["Programs"],
      kit + dialects + standIns + [
        "CoatcheckCommand", "CoatcheckHelpers", "CoatcheckTool", "CoatcheckToolNetwork",
        "CoatcheckDaemon", "CoatcheckStandIn", heavy("ArgumentParser", "swift-argument-parser"),
      ]),
    test(
      "TogetherTests",
      kit + standIns + dialects + [
        "CoatcheckTool", "CoatcheckToolNetwork", "CoatcheckStandIn",
      ]),
    test(
      "FaultTests",
      kit + [
        "SessionWorker", "CoatcheckSessionStorage",
        "CoatcheckStoreTesting", "CoatcheckIDaaSTesting", "CoatcheckTool", "CoatcheckToolNetwork",
      ]),
    test(
      "InteropTests", exclude: ["Clients", "Providers", "Websites"],
      kit + [
        "CoatcheckToolNetwork", "CoatcheckTool", "CoatcheckDaemon", "CoatcheckWeb",
        "WebsiteExample",
      ]),
    test(
      "ConformanceTests", at: "Conformance", exclude: ["modules.tsv"],
      kit),
    test("SecretTests", ["TestSupport", "SecretWorker"]),
    test(
      "ReadmeTests", exclude: ["World"],
      ["TestSupport", "FirstSnippets", "CoatcheckStandIn", "CoatcheckDaemon"]),
    test(
      "BrowserTests",
      kit + [
        "CoatcheckIDaaS", "CoatcheckIDaaSProtocol", "CoatcheckIDaaSServer",
        "CoatcheckIDaaSTesting", "CoatcheckWeb", "CoatcheckHummingbird",
        heavy("Hummingbird", "hummingbird"),
      ]),
  ] + [docomo, kii, oclc, nx, weibo].map(\.tests) + idaasTests

// On a Mac these run with scripted sheets, which need no stand-in but that of the clock.
#if os(macOS)
  let appleStage = [standIn("AppleStage")]
#else
  let appleStage = shims
#endif
let appleTests: [Target] =
  appleStage.isEmpty
  ? []
  : [
    test(
      "AppleTests", exclude: ["planted-faults.tsv", "not-compiled.tsv"],
      app + ["TestSupport", "CoatcheckDocomo", "CoatcheckIDaaS", "CoatcheckOCLC"]
        + appleStage.map { .target(name: $0.name) })
  ]
    + (checksApple
      ? [test("KeychainTests", client + ["CoatcheckStoreTesting", "TestSupport"] + shimNames)] : [])

/// What has code for Apple's systems, and what that needs.
let heavyModules = [
  "CoatcheckGroupCommit", "CLibPQ", "CoatcheckPostgreSQL", "CoatcheckSessionStorage",
  "CoatcheckHummingbird",
]
let appleHalf: [Target] =
  sources.filter { !heavyModules.contains($0.name) }
  + (docomo.modules + weibo.modules + oclc.modules).filter {
    ["CoatcheckDocomo", "CoatcheckWeibo", "CoatcheckOCLC"].contains($0.name)
  }
  + idaas.filter { ["CoatcheckIDaaSProtocol", "CoatcheckIDaaS"].contains($0.name) }
  + testSupport.filter { $0.name == "CoatcheckStoreTesting" }
  + programs.filter { $0.name == "TestSupport" }

let package = Package(
  name: "coatcheck",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: checksApple
    ? []
    : [
      .library(name: "Coatcheck", targets: ["Coatcheck"]),
      .library(name: "CoatcheckJOSE", targets: ["CoatcheckJOSE"]),
      .library(name: "CoatcheckOAuth", targets: ["CoatcheckOAuth"]),
      .library(name: "CoatcheckClient", targets: ["CoatcheckClient"]),
      .library(name: "CoatcheckWeb", targets: ["CoatcheckWeb"]),
      .library(name: "CoatcheckSessionStorage", targets: ["CoatcheckSessionStorage"]),
      .library(name: "CoatcheckHummingbird", targets: ["CoatcheckHummingbird"]),
      // A provider's own.
      .library(name: "CoatcheckDocomo", targets: ["CoatcheckDocomo"]),
      .library(name: "CoatcheckDocomoOldNames", targets: ["CoatcheckDocomoOldNames"]),
      .library(name: "CoatcheckKii", targets: ["CoatcheckKii"]),
      .library(name: "CoatcheckKiiOldNames", targets: ["CoatcheckKiiOldNames"]),
      .library(name: "CoatcheckOCLC", targets: ["CoatcheckOCLC"]),
      .library(name: "CoatcheckOCLCOldNames", targets: ["CoatcheckOCLCOldNames"]),
      .library(name: "CoatcheckNXOAuth2Client", targets: ["CoatcheckNXOAuth2Client"]),
      .library(
        name: "CoatcheckNXOAuth2ClientOldNames", targets: ["CoatcheckNXOAuth2ClientOldNames"]),
      .library(name: "CoatcheckWeibo", targets: ["CoatcheckWeibo"]),
      .library(name: "CoatcheckIDaaS", targets: ["CoatcheckIDaaS"]),
      .library(name: "CoatcheckIDaaSOldNames", targets: ["CoatcheckIDaaSOldNames"]),
      .library(name: "CoatcheckIDaaSServer", targets: ["CoatcheckIDaaSServer"]),
      // For tests.
      .library(name: "CoatcheckTesting", targets: ["CoatcheckTesting"]),
      .library(name: "CoatcheckStoreTesting", targets: ["CoatcheckStoreTesting"]),
      .library(name: "CoatcheckDocomoTesting", targets: ["CoatcheckDocomoTesting"]),
      .library(name: "CoatcheckKiiTesting", targets: ["CoatcheckKiiTesting"]),
      .library(name: "CoatcheckOCLCTesting", targets: ["CoatcheckOCLCTesting"]),
      .library(
        name: "CoatcheckNXOAuth2ClientTesting", targets: ["CoatcheckNXOAuth2ClientTesting"]),
      .library(name: "CoatcheckWeiboTesting", targets: ["CoatcheckWeiboTesting"]),
      .library(name: "CoatcheckIDaaSTesting", targets: ["CoatcheckIDaaSTesting"]),
      // The server and the commands.
      .library(name: "CoatcheckServer", targets: ["CoatcheckServer"]),
      .library(name: "CoatcheckStorage", targets: ["CoatcheckStorage"]),
      // What the author of another store implements and names.
      .library(name: "CoatcheckIssuer", targets: ["CoatcheckIssuer"]),
      .library(name: "CoatcheckAccounts", targets: ["CoatcheckAccounts"]),
      .executable(name: "coatcheck", targets: ["CoatcheckTool"]),
      .executable(name: "coatcheck-network", targets: ["CoatcheckToolNetwork"]),
      .executable(name: "coatcheckd", targets: ["CoatcheckDaemon"]),
      .executable(name: "coatcheck-standin", targets: ["CoatcheckStandIn"]),
    ],
  traits: [
    .trait(name: "NIO", description: "The Linux transport, the server and the commands."),
    .trait(name: "Tracing", description: "Spans for sign-ins and refreshes."),
    .default(enabledTraits: ["NIO", "Tracing"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    // For tests: that CoatcheckWeb knows no framework.
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  ],
  targets: checksApple
    ? appleHalf + appleStage + appleTests
    : sources + [docomo, kii, oclc, nx, weibo].flatMap(\.modules) + idaas + server + command
      + testSupport + programs + appleStage
      + (tests + appleTests).filter { wanted?.contains($0.name) ?? true }
)

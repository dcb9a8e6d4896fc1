// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

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

func test(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

// Apple's keychain code is type-checked on Linux against stand-ins of the names it uses: make apple-shims.
#if os(Linux)
  let checksApple = Context.environment["COATCHECK_APPLE_SHIMS"] == "1"
#else
  let checksApple = false
#endif
let shims: [Target] =
  checksApple
  ? [.target(name: "SecurityShim", path: "TestSupport/SecurityShim", swiftSettings: strict)] : []

let tests: [Target] = [
  test("CoatcheckJOSETests", ["CoatcheckJOSE", crypto, cryptoExtras]),
  test("CoatcheckOAuthTests", ["CoatcheckOAuth", "CoatcheckJOSE", httpTypes]),
  test(
    "CoatcheckClientTests",
    [
      "Coatcheck", "CoatcheckClient", "CoatcheckAsyncHTTP", "CoatcheckProviders",
      "CoatcheckTesting", "CoatcheckOAuth",
      "CoatcheckJOSE", "CoatcheckServer", "TestSupport", httpTypes, crypto,
      .product(name: "MetricsTestKit", package: "swift-metrics"),
      .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      .product(name: "Tracing", package: "swift-distributed-tracing"),
    ]),
  test(
    "CoatcheckStoreTests",
    [
      "CoatcheckClient", "CoatcheckStoreTesting", "CoatcheckOAuth", "CoatcheckJOSE", "TestSupport",
      "StoreWorker",
    ]),
  test(
    "CoatcheckSessionStorageTests",
    [
      "CoatcheckSessionStorage", "CoatcheckStoreTesting", "CoatcheckClient", "CoatcheckOAuth",
      "CoatcheckJOSE", "TestSupport",
    ]),
  test(
    "FaultTests",
    [
      "SessionWorker", "TestSupport", "CoatcheckTesting", "Coatcheck", "CoatcheckAsyncHTTP",
      "CoatcheckClient",
      "CoatcheckSessionStorage", "CoatcheckStoreTesting", "CoatcheckIssuer", "CoatcheckOAuth",
      "CoatcheckJOSE", "CoatcheckTool", "CoatcheckToolNetwork", httpTypes,
    ]),
  test("CoatcheckAccountsTests", ["CoatcheckAccounts", "CoatcheckJOSE"]),
  test(
    "CoatcheckStorageTests",
    [
      "CoatcheckStorage", "CoatcheckTesting", "CoatcheckIssuer", "CoatcheckAccounts",
      "CoatcheckOAuth", "CoatcheckJOSE", "TestSupport",
      heavy("GRDB", "GRDB.swift"),
    ]),
  test(
    "CoatcheckServerTests",
    [
      "CoatcheckServer", "CoatcheckStorage", "CoatcheckTesting", "CoatcheckIssuer",
      "CoatcheckAccounts", "CoatcheckClient", "CoatcheckAsyncHTTP",
      "CoatcheckOAuth", "CoatcheckJOSE", "Coatcheck", "TestSupport", httpTypes, crypto, logging,
      .product(name: "MetricsTestKit", package: "swift-metrics"),
      heavy("NIOCore", "swift-nio"),
      heavy("NIOPosix", "swift-nio"),
    ]),
  test(
    "CoatcheckDaemonTests",
    [
      "CoatcheckDaemon", "TestSupport", "CoatcheckTesting", "CoatcheckServer", "CoatcheckStorage",
      "CoatcheckIssuer", "CoatcheckAccounts", "Coatcheck", "CoatcheckClient", "CoatcheckOAuth",
      "CoatcheckJOSE",
      httpTypes, heavy("GRDB", "GRDB.swift"),
    ]),
  test(
    "ProviderTests",
    [
      "ProviderExamples", "TestSupport", "Coatcheck", "CoatcheckAsyncHTTP", "CoatcheckClient",
      "CoatcheckProviders", "CoatcheckTesting", "CoatcheckServer", "CoatcheckStoreTesting",
      "CoatcheckIDaaSServer",
      "CoatcheckOAuth", "CoatcheckJOSE", "CoatcheckTool", "CoatcheckToolNetwork",
      "CoatcheckStandIn", httpTypes, logging, crypto,
    ]),
  test(
    "CoatcheckIDaaSProtocolTests",
    ["CoatcheckIDaaSProtocol", "CoatcheckOAuth", "CoatcheckJOSE", "TestSupport", httpTypes]),
  test(
    "CoatcheckIDaaSServerTests",
    [
      "CoatcheckIDaaSServer", "CoatcheckIDaaSProtocol", "CoatcheckServer", "CoatcheckStorage",
      "CoatcheckTesting", "CoatcheckIssuer", "CoatcheckAccounts", "CoatcheckClient", "Coatcheck",
      "CoatcheckOAuth", "CoatcheckJOSE", "TestSupport", httpTypes, crypto, cryptoExtras, logging,
      .target(name: "CPNG", condition: .when(traits: ["NIO"])),
    ]),
  test(
    "CoatcheckIDaaSTests",
    [
      "CoatcheckIDaaS", "CoatcheckIDaaSProtocol", "CoatcheckIDaaSServer", "CoatcheckServer",
      "CoatcheckStorage", "CoatcheckTesting", "CoatcheckIssuer", "CoatcheckAccounts",
      "CoatcheckStoreTesting", "CoatcheckClient", "Coatcheck", "CoatcheckOAuth", "CoatcheckJOSE",
      "TestSupport", httpTypes, crypto, cryptoExtras, logging,
    ]),
  test(
    "CoatcheckToolTests",
    [
      "TestSupport", "CoatcheckIssuer", "CoatcheckCommand", "CoatcheckTool", "CoatcheckToolNetwork",
      "CoatcheckDaemon", "CoatcheckStandIn", "CoatcheckTesting",
      "Coatcheck", "CoatcheckClient",
      "CoatcheckOAuth", "CoatcheckJOSE", httpTypes,
      heavy("ArgumentParser", "swift-argument-parser"),
    ]),
  .testTarget(
    name: "InteropTests",
    dependencies: [
      "TestSupport", "Coatcheck", "CoatcheckTesting", "CoatcheckClient", "CoatcheckOAuth",
      "CoatcheckJOSE", "CoatcheckToolNetwork", "CoatcheckTool", "CoatcheckDaemon", httpTypes,
    ],
    exclude: ["Clients", "Providers"], swiftSettings: strict),
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "Coatcheck", "CoatcheckTesting", "CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE",
      "CoatcheckServer", "CoatcheckIssuer", "CoatcheckAccounts", "CoatcheckStorage",
      "CoatcheckProviders", "CoatcheckAsyncHTTP", "TestSupport", httpTypes, crypto, logging,
    ],
    path: "Tests/Conformance", exclude: ["modules.tsv"], swiftSettings: strict),
  test(
    "CoatcheckHummingbirdTests",
    [
      "CoatcheckHummingbird", "Coatcheck", "CoatcheckAsyncHTTP", "CoatcheckTesting",
      "CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE", httpTypes, logging,
      heavy("Hummingbird", "hummingbird"),
    ]),
  test("SecretTests", ["TestSupport", "SecretWorker"]),
  test("ReadmeTests", ["Coatcheck", "CoatcheckTesting", httpTypes]),
  test(
    "BrowserTests",
    [
      "TestSupport", "Coatcheck", "CoatcheckTesting", "CoatcheckClient", "CoatcheckOAuth",
      "CoatcheckIDaaS", "CoatcheckIDaaSProtocol", "CoatcheckIDaaSServer", "CoatcheckServer",
      "CoatcheckIssuer", "CoatcheckAccounts", "CoatcheckJOSE", httpTypes,
    ]),
].filter { wanted?.contains($0.name) ?? true }

let package = Package(
  name: "coatcheck",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Coatcheck", targets: ["Coatcheck"]),
    .library(name: "CoatcheckJOSE", targets: ["CoatcheckJOSE"]),
    .library(name: "CoatcheckOAuth", targets: ["CoatcheckOAuth"]),
    .library(name: "CoatcheckClient", targets: ["CoatcheckClient"]),
    .library(name: "CoatcheckProviders", targets: ["CoatcheckProviders"]),
    .library(name: "CoatcheckIDaaS", targets: ["CoatcheckIDaaS"]),
    .library(name: "CoatcheckStoreTesting", targets: ["CoatcheckStoreTesting"]),
    .library(name: "CoatcheckSessionStorage", targets: ["CoatcheckSessionStorage"]),
    .library(name: "CoatcheckHummingbird", targets: ["CoatcheckHummingbird"]),
    .library(name: "CoatcheckServer", targets: ["CoatcheckServer"]),
    .library(name: "CoatcheckIDaaSServer", targets: ["CoatcheckIDaaSServer"]),
    .library(name: "CoatcheckTesting", targets: ["CoatcheckTesting"]),
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
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  ],
  targets: [
    // The light half: what an app links.
    .target(name: "CLinuxKeyring"),
    .target(name: "CoatcheckJOSE", dependencies: [crypto, cryptoExtras], swiftSettings: strict),
    .target(
      name: "CoatcheckOAuth", dependencies: ["CoatcheckJOSE", httpTypes, crypto],
      swiftSettings: strict),
    .target(
      name: "CoatcheckClient",
      dependencies: [
        "CoatcheckOAuth", "CoatcheckJOSE", httpTypes, logging, metrics, crypto, cryptoExtras,
        .target(name: "CLinuxKeyring", condition: .when(platforms: [.linux])),
        .product(
          name: "Tracing", package: "swift-distributed-tracing",
          condition: .when(traits: ["Tracing"])),
      ] + shims.map { .target(name: $0.name) },
      swiftSettings: strict + (checksApple ? [.define("APPLE_SHIMS")] : [])),
    .target(
      name: "CoatcheckProviders",
      dependencies: ["CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE", httpTypes],
      swiftSettings: strict),
    .target(
      name: "CoatcheckAsyncHTTP",
      dependencies: [
        "CoatcheckClient", "CoatcheckOAuth", httpTypes,
        heavy("AsyncHTTPClient", "async-http-client"), heavy("NIOCore", "swift-nio"),
        heavy("NIOHTTP1", "swift-nio"), heavy("NIOFoundationCompat", "swift-nio"),
        heavy("NIOHTTPCompression", "swift-nio-extras"), heavy("NIOSSL", "swift-nio-ssl"),
      ],
      swiftSettings: strict),
    .target(
      name: "CoatcheckIDaaSProtocol",
      dependencies: ["CoatcheckOAuth", "CoatcheckJOSE", httpTypes, crypto],
      swiftSettings: strict),
    .target(
      name: "CoatcheckIDaaS",
      dependencies: [
        "CoatcheckIDaaSProtocol", "CoatcheckClient", "CoatcheckProviders", "CoatcheckOAuth",
        "CoatcheckJOSE", httpTypes, logging, crypto, cryptoExtras,
      ],
      swiftSettings: strict),
    .target(
      name: "Coatcheck",
      dependencies: [
        "CoatcheckClient", "CoatcheckProviders", "CoatcheckIDaaS", "CoatcheckIDaaSProtocol",
        "CoatcheckOAuth", "CoatcheckJOSE",
        .target(
          name: "CoatcheckAsyncHTTP",
          condition: .when(platforms: notApple, traits: ["NIO"])),
      ],
      swiftSettings: strict),

    .target(
      name: "CoatcheckStoreTesting",
      dependencies: ["CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE"],
      swiftSettings: strict),
    .target(
      name: "CoatcheckSessionStorage",
      dependencies: [
        "CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE", heavy("GRDB", "GRDB.swift"),
      ],
      swiftSettings: strict),

    // The commands.
    .target(
      name: "CoatcheckCommand",
      dependencies: ["CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE"],
      swiftSettings: strict),
    .executableTarget(
      name: "CoatcheckTool",
      dependencies: ["CoatcheckCommand", "CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE"],
      swiftSettings: strict),
    .executableTarget(
      name: "CoatcheckToolNetwork",
      dependencies: [
        "CoatcheckCommand", "Coatcheck", "CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE",
        httpTypes,
        heavy("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // `make demo`.
    .executableTarget(
      name: "coatcheck-demo",
      dependencies: [
        "Coatcheck", "CoatcheckTesting", "CoatcheckIDaaSServer", "CoatcheckAccounts", "TestSupport",
        httpTypes,
      ],
      path: "Examples/Demo", swiftSettings: strict),

    // One program per provider, run by the tests.
    .target(
      name: "ProviderExamples", dependencies: ["Coatcheck", httpTypes],
      path: "Examples/Providers", swiftSettings: strict),

    // `make bench`.
    .executableTarget(
      name: "CoatcheckBenchmarks",
      dependencies: [
        "Coatcheck", "CoatcheckClient", "CoatcheckSessionStorage", "CoatcheckIDaaS",
        "CoatcheckIDaaSProtocol", "CoatcheckIDaaSServer", "CoatcheckServer", "CoatcheckStorage",
        "CoatcheckAccounts", "CoatcheckIssuer", "CoatcheckTesting", "CoatcheckOAuth",
        "CoatcheckJOSE", httpTypes, crypto, cryptoExtras, logging,
      ],
      path: "Benchmarks/CoatcheckBenchmarks", swiftSettings: strict),

    // What the tests share: programs that run beside them.
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),

    // A program that keeps a session beside others, for the tests to kill.
    .executableTarget(
      name: "SessionWorker",
      dependencies: [
        "Coatcheck", "CoatcheckClient", "CoatcheckSessionStorage", "CoatcheckOAuth",
        "CoatcheckJOSE", httpTypes,
      ],
      path: "Tests/SessionWorker", swiftSettings: strict),

    // A program that uses the stores of a desktop or a kernel, for the tests to run in one.
    .executableTarget(
      name: "StoreWorker",
      dependencies: [
        "CoatcheckClient", "CoatcheckStoreTesting", "CoatcheckOAuth", "CoatcheckJOSE",
      ],
      path: "Tests/StoreWorker", swiftSettings: strict),
    .target(
      name: "CoatcheckHummingbird",
      dependencies: [
        "CoatcheckClient", "CoatcheckOAuth", httpTypes, logging,
        heavy("Hummingbird", "hummingbird"), heavy("NIOCore", "swift-nio"),
      ],
      swiftSettings: strict),

    // A program that goes through every flow as talkatively as it can, for a test to search what it wrote.
    .executableTarget(
      name: "SecretWorker",
      dependencies: [
        "Coatcheck", "CoatcheckClient", "CoatcheckProviders", "CoatcheckIDaaS",
        "CoatcheckIDaaSProtocol", "CoatcheckIDaaSServer", "CoatcheckAccounts", "CoatcheckIssuer",
        "CoatcheckStorage", "CoatcheckTesting", "CoatcheckHummingbird", "CoatcheckOAuth",
        "CoatcheckJOSE", httpTypes, logging, metrics, heavy("Hummingbird", "hummingbird"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      path: "Tests/SecretWorker", swiftSettings: strict),

    // The server half.
    .target(
      name: "CoatcheckIssuer",
      dependencies: ["CoatcheckOAuth", "CoatcheckJOSE", httpTypes, crypto],
      swiftSettings: strict),
    .target(
      name: "CoatcheckAccounts",
      dependencies: ["CoatcheckIssuer", "CoatcheckOAuth", "CoatcheckJOSE", crypto, cryptoExtras],
      swiftSettings: strict),
    .target(
      name: "CoatcheckStorage",
      dependencies: [
        "CoatcheckIssuer", "CoatcheckAccounts", "CoatcheckOAuth", "CoatcheckJOSE",
        heavy("GRDB", "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "CoatcheckServer",
      dependencies: [
        "CoatcheckIssuer", "CoatcheckAccounts", "CoatcheckClient", "CoatcheckOAuth",
        "CoatcheckJOSE",
        httpTypes, crypto, logging, metrics,
        heavy("Hummingbird", "hummingbird"), heavy("Mustache", "swift-mustache"),
        heavy("NIOCore", "swift-nio"),
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .target(
      name: "CoatcheckIDaaSServer",
      dependencies: [
        "CoatcheckServer", "CoatcheckIDaaSProtocol", "CoatcheckIssuer", "CoatcheckAccounts",
        "CoatcheckClient", "CoatcheckOAuth", "CoatcheckJOSE", httpTypes, crypto, cryptoExtras,
        logging, metrics,
        .target(name: "CPNG", condition: .when(traits: ["NIO"])),
        heavy("Mustache", "swift-mustache"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "CoatcheckDaemon",
      dependencies: [
        "CoatcheckServer", "CoatcheckIDaaSServer", "CoatcheckIDaaSProtocol", "CoatcheckAsyncHTTP",
        "CoatcheckClient", "CoatcheckStorage", "CoatcheckIssuer", "CoatcheckAccounts",
        "CoatcheckOAuth", "CoatcheckJOSE", logging,
        heavy("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "CoatcheckTesting",
      dependencies: [
        "CoatcheckServer", "CoatcheckIDaaSServer", "CoatcheckIDaaSProtocol", "CoatcheckStorage",
        "Coatcheck", "CoatcheckClient", "CoatcheckProviders", "CoatcheckIDaaS", "CoatcheckIssuer",
        "CoatcheckAccounts", "CoatcheckOAuth", "CoatcheckJOSE", httpTypes, logging,
        crypto, cryptoExtras, heavy("Hummingbird", "hummingbird"),
        heavy("NIOCore", "swift-nio"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "CoatcheckStandIn",
      dependencies: [
        "CoatcheckTesting", "CoatcheckServer", "CoatcheckOAuth",
        heavy("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
  ] + shims + tests
)

// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Compares Coatcheck with jwt-kit. A separate package, so that jwt-kit and its dependencies are dependencies of
// neither the products nor the tests. `make differential` runs it.
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]
let jose = Target.Dependency.product(name: "CoatcheckJOSE", package: "coatcheck")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")

let package = Package(
  name: "differential",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "coatcheck", path: "../..", traits: []),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
    .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
  ],
  targets: [
    .target(
      name: "Yardstick", dependencies: [jose, crypto, cryptoExtras, jwtKit],
      swiftSettings: strict),
    .executableTarget(
      name: "differential", dependencies: ["Yardstick", jose], swiftSettings: strict),
    .executableTarget(
      name: "verification-rates",
      dependencies: ["Yardstick", jose, crypto, cryptoExtras, jwtKit],
      swiftSettings: strict),
  ]
)

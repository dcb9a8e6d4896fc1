// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, because the flags for libFuzzer, which `make fuzz` passes, apply to everything that
// it builds.
let jose = Target.Dependency.product(name: "CoatcheckJOSE", package: "coatcheck")
let oauth = Target.Dependency.product(name: "CoatcheckOAuth", package: "coatcheck")

func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies + ["FuzzDriver"])
}

let package = Package(
  name: "coatcheck-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "coatcheck", path: "..", traits: [])],
  targets: [
    .target(name: "FuzzDriver"),
    fuzzer("FuzzJWS", [jose]),
    fuzzer("FuzzJWE", [jose]),
    fuzzer("FuzzJWKSet", [jose]),
    fuzzer("FuzzForm", [oauth]),
    fuzzer("FuzzCallback", [jose, oauth]),
    fuzzer("FuzzChallenge", [oauth]),
    fuzzer("FuzzMetadata", [jose, oauth]),
  ])

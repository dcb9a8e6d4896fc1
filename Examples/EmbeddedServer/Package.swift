// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "embedded-server",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "coatcheck", path: "../.."),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "EmbeddedServer",
      dependencies: [
        .product(name: "CoatcheckServer", package: "coatcheck"),
        .product(name: "CoatcheckStorage", package: "coatcheck"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources")
  ]
)

// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Each test has `coatcheckd` as a process of its own, and real passwords, so they run one after the other.
@Suite("coatcheckd", .serialized)
enum DaemonTests {}

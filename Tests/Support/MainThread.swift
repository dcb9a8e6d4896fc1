// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Whether the code of the main actor that calls this runs on the thread of the main actor.
@MainActor
public func isOnMainThread() -> Bool { Thread.isMainThread }

// SPDX-License-Identifier: Apache-2.0

// What almost every test of a client against our own servers uses.
@_exported public import Coatcheck
@_exported public import CoatcheckTesting
@_exported public import TestSupport

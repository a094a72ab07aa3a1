import { vi } from 'vitest'

// Suites share a process and its document (`isolate: false`), but not what our modules keep.
vi.resetModules()

import { vi } from 'vitest'

// Suites share a process and its document (`isolate: false`), but not module state.
vi.resetModules()

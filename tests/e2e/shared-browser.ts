import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import type {} from './shared-setup.ts'

/** Connects to the shared browser; closing the connection closes its contexts. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserUrl'))
}

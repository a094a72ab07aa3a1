import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
import type {} from './shared-setup.ts'

/** A connection to the shared browser; closing it closes its contexts. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserUrl'))
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  ANNOUNCEMENT_CLOSED,
  ANNOUNCEMENT_KEY,
  ELDER_KEY,
  ELDER_ON,
  MANAGE_THEME_SCRIPT,
  THEME_KEY,
  THEME_SCRIPT,
} from './theme-script.ts'

const { dataset } = document.documentElement
const run = () => new Function(THEME_SCRIPT)()

beforeEach(() => {
  dataset.theme = 'light'
  delete dataset.elder
})

afterEach(() => vi.unstubAllGlobals())

it('restores the theme of the session', () => {
  sessionStorage.setItem(THEME_KEY, 'dark')
  run()
  expect(dataset.theme).toBe('dark')
})

it('keeps the default without a valid stored theme', () => {
  run()
  expect(dataset.theme).toBe('light')
  sessionStorage.setItem(THEME_KEY, '"><script>')
  run()
  expect(dataset.theme).toBe('light')
})

it('follows the system on management pages until a theme is chosen', () => {
  const runForStaff = () => new Function(MANAGE_THEME_SCRIPT)()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  runForStaff()
  expect(dataset.theme).toBe('light')
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-color-scheme: dark)' }))
  run()
  expect(dataset.theme).toBe('light')
  runForStaff()
  expect(dataset.theme).toBe('dark')
  dataset.theme = 'light'
  sessionStorage.setItem(THEME_KEY, 'light')
  runForStaff()
  expect(dataset.theme).toBe('light')
})

it('restores the elder mode, and ignores other values', () => {
  run()
  expect(dataset.elder).toBeUndefined()
  sessionStorage.setItem(ELDER_KEY, 'x')
  run()
  expect(dataset.elder).toBeUndefined()
  sessionStorage.setItem(ELDER_KEY, ELDER_ON)
  run()
  expect(dataset.elder).toBe(ELDER_ON)
})

it('hides an announcement that was closed in this session', () => {
  run()
  expect(dataset.announcement).toBeUndefined()
  sessionStorage.setItem(ANNOUNCEMENT_KEY, ANNOUNCEMENT_CLOSED)
  run()
  expect(dataset.announcement).toBe(ANNOUNCEMENT_CLOSED)
})

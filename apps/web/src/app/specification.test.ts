// @vitest-environment node
import { readFileSync } from 'node:fs'
import {
  DEFAULT_THEME,
  MOBILE_BREAKPOINT_PX,
  NOTICE_FADE_MS,
  ROUTED_VIEW_MIN_HEIGHT,
  SEARCH_BREAKPOINT_PX,
  TOAST_MS,
  TOOLBAR_HIDDEN_PX,
  TOOLBAR_SHOWN_PX,
  USER_BLOCK_BREAKPOINT_PX,
} from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'

/* Style sheets cannot import the contract, so this test compares them with the constants of the specification,
   section 9. */
const readStyles = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

/** The rules of a style sheet within the media query, up to the next media query. */
const cutMediaQuery = (sheet: string, media: string) => sheet.split(`@media (${media})`).slice(1).join()

it.each([
  ['--dur-3', `${NOTICE_FADE_MS}ms`],
  ['--toast-life', `${TOAST_MS}ms`],
  ['--toolbar-in', `${TOOLBAR_SHOWN_PX}px`],
  ['--toolbar-out', `${TOOLBAR_HIDDEN_PX}px`],
])('sets %s to the constant of the specification', (token, value) => {
  expect(readStyles('styles/tokens.css')).toContain(`${token}: ${value};`)
})

it.each([
  ['app/shell/header/header.module.css', `max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px`, '.burger'],
  ['app/shell/header/main-nav.module.css', `max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px`, 'display: none'],
  ['app/shell/header/header.module.css', `max-width: ${SEARCH_BREAKPOINT_PX - 0.02}px`, '.searchWord'],
  ['app/shell/header/header.module.css', `max-width: ${USER_BLOCK_BREAKPOINT_PX}px`, '.user'],
])('changes the layout in %s at %s', (file, media, rule) => {
  expect(cutMediaQuery(readStyles(file), media)).toContain(rule)
})

it('gives each type of toast a colour of its own', () => {
  const colours = [...readStyles('ui/dialogs/toast-region.module.css').matchAll(/--toast-ink: (.+);/g)]
  // The first is the default.
  expect(colours.map(([, colour]) => colour)).toEqual([
    'var(--color-ink-3)',
    'var(--color-danger)',
    'var(--color-success)',
    'var(--color-warning)',
    'var(--color-info)',
  ])
})

it('sets the minimum height of the routed view and the default theme of the document', () => {
  expect(readStyles('app/shell/shell.module.css')).toContain(`min-block-size: ${ROUTED_VIEW_MIN_HEIGHT};`)
  expect(readStyles('app/document/document.ts')).toContain(`data-theme="${DEFAULT_THEME}"`)
})

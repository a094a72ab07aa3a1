import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Imports a fresh copy of the module in a browser with these Trusted Types. */
async function loadIn(trustedTypes?: unknown) {
  if (trustedTypes) vi.stubGlobal('trustedTypes', trustedTypes)
  vi.resetModules()
  return import('./trusted-html.ts')
}

it('returns plain strings without Trusted Types', async () => {
  const { toShownHtml, parseDocument } = await loadIn()
  expect(toShownHtml('<p>翡翠</p>')).toBe('<p>翡翠</p>')
  expect(parseDocument('<p>翡翠</p>').body.textContent).toBe('翡翠')
})

it('parses no styles, which the content security policy would report', async () => {
  const { parseDocument } = await loadIn()
  const { body } = parseDocument('<style>p { color: red }</style><p style="color: red">翡翠</p>')
  expect(body.innerHTML).toBe('<p data-style="color: red">翡翠</p>')
})

it('creates each named policy once and passes all HTML through it', async () => {
  const made: string[] = []
  const createPolicy = (name: string, rules: { createHTML(html: string): string }) => {
    made.push(name)
    return { createHTML: (html: string) => ({ by: name, html: rules.createHTML(html) }) }
  }
  const { HTML_POLICIES, toShownHtml, WORKER_POLICY } = await loadIn({ createPolicy })
  expect(toShownHtml('<p>a</p>')).toEqual({ by: 'portal-shown', html: '<p>a</p>' })
  expect(toShownHtml('<p>b</p>')).toEqual({ by: 'portal-shown', html: '<p>b</p>' })
  // The module of the worker makes its own policy.
  expect([...made, WORKER_POLICY]).toEqual(HTML_POLICIES)
})

it('escapes elements that could run scripts', async () => {
  const { toShownHtml } = await loadIn()
  const html = '<p>a</p><script src="x"></script><IFRAME srcdoc="b"></IFRAME><base href="//evil.test/"><formula>'
  expect(toShownHtml(html)).toBe(
    '<p>a</p>&lt;script src="x">&lt;/script>&lt;IFRAME srcdoc="b">&lt;/IFRAME>&lt;base href="//evil.test/"><formula>',
  )
})

it('is the only module that sets or parses HTML, and workers start by its policy', () => {
  const root = path.join(import.meta.dirname, '../..')
  const sinks =
    /\.(?:inner|outer)HTML = (?!toShownHtml\()|__html: (?!shown\b)|insertAdjacentHTML|new DOMParser|createContextualFragment|document\.write|srcdoc|new (?:Shared)?Worker\((?!createWorkerAddress\()|\beval\(|new Function\(/
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|^testing\//.test(file))
  const found = files.filter((file) => sinks.test(readFileSync(path.join(root, file), 'utf8')))
  expect(found).toEqual([path.join('lib', 'html', 'trusted-html.ts')])
})

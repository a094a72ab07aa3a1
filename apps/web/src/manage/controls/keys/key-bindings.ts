import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'

/**
 * Handlers by key: `j`, `?`, `/`, `Enter`, `Escape`, `Shift+X`, `Mod+S` (Ctrl, ⌘ on a Mac), `Mod+Shift+P`, `Alt+ArrowUp`, or two keys in
 * turn: `g o`. A handler that returns false leaves the key to the browser.
 */
export type KeyBindings = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/** The bindings on the page; the last come first. */
const layers: KeyBindings[] = []

const SINGLE_KEYS = 'manage-single-keys'
/** Between the two keys of a pair, ms. */
const PAIR_MS = 1_200

/** Whether keys without Ctrl or Alt work; a person may switch them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return readLocalItem(SINGLE_KEYS) !== 'off'
}

export function setSingleKeys(isOn: boolean): void {
  writeLocalItem(SINGLE_KEYS, isOn ? null : 'off')
}

/** @returns removes them */
export function addBindings(bindings: KeyBindings): () => void {
  layers.push(bindings)
  if (layers.length === 1) document.addEventListener('keydown', handleKeyDown)
  return () => {
    layers.splice(layers.indexOf(bindings), 1)
    if (layers.length === 0) document.removeEventListener('keydown', handleKeyDown)
  }
}

/** The first key of a pair, and when it was pressed. */
let first = { key: '', atMs: 0 }

function handleKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isModalOpen()) return
  const name = nameOf(event)
  const isSingle = !/^(?:Mod|Alt)\+/.test(name)
  if (isSingle && (isTyping(event.target) || !areSingleKeysOn()) && name !== 'Escape') return
  const isPair = first.key !== '' && event.timeStamp - first.atMs < PAIR_MS
  const pair = isPair ? `${first.key} ${name}` : ''
  first = isPair || !isSingle ? { key: '', atMs: 0 } : { key: name, atMs: event.timeStamp }
  const handle = find(pair) ?? find(name)
  if (!handle) return
  if (handle(event) !== false) event.preventDefault()
}

function find(name: string): KeyBindings[string] | undefined {
  if (name === '') return undefined
  for (const bindings of layers.toReversed()) if (bindings[name]) return bindings[name]
  return undefined
}

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(key)
  if (ctrlKey || metaKey) return `Mod+${isLetter && shiftKey ? 'Shift+' : ''}${isLetter ? key.toUpperCase() : key}`
  if (altKey) return `Alt+${key}`
  if (isLetter) return shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()
  return key
}

/** A modal dialog has the keys. */
function isModalOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

const FIELDS_WITHOUT_TEXT: readonly string[] = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file']

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !FIELDS_WITHOUT_TEXT.includes(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

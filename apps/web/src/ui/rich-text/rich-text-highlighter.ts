import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { toShownHtml } from '#lib/html/trusted-html.ts'
import './rich-text-highlighter.module.css'

const LANGUAGES = { bash, css, ini, javascript, json, python, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)

/** Highlights a block; the highlighter escapes its text. */
export function highlightBlock(code: HTMLElement, language: string): void {
  if (!highlighter.getLanguage(language)) return
  const { value } = highlighter.highlight(code.textContent ?? '', { language, ignoreIllegals: true })
  code.innerHTML = toShownHtml(value) as string
}

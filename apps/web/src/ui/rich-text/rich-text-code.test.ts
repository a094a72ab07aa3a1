import { expect, it } from 'vitest'
import { highlightCode } from './rich-text-code.ts'

function block(className: string, text: string): HTMLElement {
  const root = document.createElement('div')
  const code = root.appendChild(document.createElement('pre')).appendChild(document.createElement('code'))
  code.className = className
  code.textContent = text
  document.body.replaceChildren(root)
  return root
}

it('highlights code with a known language without changing its text', async () => {
  const text = '{ "name": "<b>石</b>", "ri": 1.762 }'
  const root = block('language-json', text)
  await highlightCode(root)
  expect(root.querySelector('.hljs-number')?.textContent).toBe('1.762')
  expect(root.textContent).toBe(text)
  expect(root.querySelector('b')).toBeNull()
  expect(root.innerHTML).not.toContain('style=')
})

it.each(['', 'language-text', 'language-brainfuck'])('does not highlight code of the class “%s”', async (className) => {
  const root = block(className, 'mode = reflection')
  await highlightCode(root)
  expect(root.querySelector('code')?.children).toHaveLength(0)
})

import { afterEach, expect, it, vi } from 'vitest'
import { EARLY_PRESS_SCRIPT, takeEarlyPress } from './click-replay.ts'

afterEach(() => {
  document.onclick = null
})

function openPage(html: string): void {
  document.body.innerHTML = html
  const script = document.createElement('script')
  script.textContent = EARLY_PRESS_SCRIPT
  document.body.append(script)
}

function buttonThatHears() {
  const button = document.querySelector('button') as HTMLButtonElement
  const heard = vi.fn()
  return { button, heard, listen: () => button.addEventListener('click', heard) }
}

it('presses once more what was pressed while nobody listened', () => {
  openPage('<button type="button"><span>登录</span></button>')
  const { button, heard, listen } = buttonThatHears()
  button.querySelector('span')?.click()
  const pressAgain = takeEarlyPress()
  listen()
  pressAgain()
  pressAgain()
  expect(heard).toHaveBeenCalledTimes(1)
})

it('leaves a button alone that sends its form by itself', () => {
  openPage('<form><button>查询</button></form>')
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  const { button, heard, listen } = buttonThatHears()
  button.click()
  const pressAgain = takeEarlyPress()
  listen()
  pressAgain()
  expect(heard).not.toHaveBeenCalled()
})

import { afterEach, expect, it, vi } from 'vitest'
import { CLICK_RECORDER_SCRIPT, takeRecordedClick } from './click-replay.ts'

afterEach(() => {
  document.onclick = null
})

function openPage(html: string): void {
  document.body.innerHTML = html
  const script = document.createElement('script')
  script.textContent = CLICK_RECORDER_SCRIPT
  document.body.append(script)
}

function addListenerToButton() {
  const button = document.querySelector('button') as HTMLButtonElement
  const handleClick = vi.fn()
  return { button, handleClick, listen: () => button.addEventListener('click', handleClick) }
}

it('replays once a click that came before hydration', () => {
  openPage('<button type="button"><span>登录</span></button>')
  const { button, handleClick, listen } = addListenerToButton()
  button.querySelector('span')?.click()
  const replayClick = takeRecordedClick()
  listen()
  replayClick()
  replayClick()
  expect(handleClick).toHaveBeenCalledTimes(1)
})

it('does not replay a submit button: the browser has sent its form', () => {
  openPage('<form><button>查询</button></form>')
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  const { button, handleClick, listen } = addListenerToButton()
  button.click()
  const replayClick = takeRecordedClick()
  listen()
  replayClick()
  expect(handleClick).not.toHaveBeenCalled()
})

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeCanvasPixels } from '#testing/drawing-pixels.ts'
import { makeQrPicture } from '#testing/qr-picture.ts'
import { withTexts } from '../texts/texts.tsx'
import { lookup } from '../texts/zh/lookup.ts'
import { resultTexts } from '../texts/zh/result.tsx'
import { ScanButton } from './scan-button.tsx'
import { ScanDialog } from './scan-dialog.tsx'

const Button = withTexts(ScanButton, { lookup, ...resultTexts })

const ADDRESS = 'https://www.example.cn/certificate-check?no=SH20261103001287'

/** Fakes a camera that shows a QR code with this text; `null` for a picture without a QR code. */
function fakeCamera(text: string | null) {
  const picture = makeQrPicture(text ?? ADDRESS)
  const pixels = text === null ? { ...picture, data: picture.data.map(() => 255) } : picture
  const track = { stop: vi.fn() }
  const getUserMedia = vi.fn(async (_constraints: MediaStreamConstraints) => ({ getTracks: () => [track] }))
  stubDevices({ getUserMedia })
  fakeCanvasPixels()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    Object.defineProperties(this, {
      videoWidth: { value: pixels.width },
      videoHeight: { value: pixels.height },
      width: { value: pixels.width },
      height: { value: pixels.height },
      data: { value: pixels.data },
    })
  })
  return { getUserMedia, track }
}

function stubDevices(devices: object | undefined) {
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
}

function openDialog() {
  const onNumber = vi.fn()
  render(<Button onNumber={onNumber} Dialog={ScanDialog} />)
  fireEvent.click(screen.getByRole('button', { name: '扫码填入' }))
  return onNumber
}

const pressCamera = () => fireEvent.click(screen.getByRole('button', { name: '用相机扫描' }))

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
})

it('is hidden without scripts', () => {
  expect(renderToString(<Button onNumber={() => {}} Dialog={ScanDialog} />)).toBe('')
})

describe('the camera', () => {
  it('opens the rear camera on a click, returns the text and stops', async () => {
    const { getUserMedia, track } = fakeCamera(ADDRESS)
    const onNumber = openDialog()
    expect(getUserMedia).not.toHaveBeenCalled()
    pressCamera()
    await waitFor(() => expect(onNumber).toHaveBeenCalledWith(ADDRESS))
    expect(getUserMedia.mock.calls[0]?.[0]).toEqual({ audio: false, video: { facingMode: { ideal: 'environment' } } })
    expect(track.stop).toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stops when the dialog is closed', async () => {
    const { track } = fakeCamera(null)
    openDialog()
    pressCamera()
    await screen.findByText(/放进框内/)
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    expect(track.stop).toHaveBeenCalled()
  })

  it('stops when the page is left', async () => {
    const { track } = fakeCamera(null)
    openDialog()
    pressCamera()
    await screen.findByText(/放进框内/)
    cleanup()
    expect(track.stop).toHaveBeenCalled()
  })

  it('stops when the tab is hidden, with a message', async () => {
    const { track } = fakeCamera(null)
    openDialog()
    pressCamera()
    await screen.findByText(/放进框内/)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(track.stop).toHaveBeenCalled()
    expect(screen.getByText(/转到后台，相机已关闭/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '继续扫描' })).toBeTruthy()
  })

  it('stops at once when the permission is granted after the dialog was closed', async () => {
    const track = { stop: vi.fn() }
    let grant: (stream: object) => void = () => {}
    stubDevices({ getUserMedia: () => new Promise((resolve) => (grant = resolve)) })
    openDialog()
    pressCamera()
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    grant({ getTracks: () => [track] })
    await waitFor(() => expect(track.stop).toHaveBeenCalled())
  })

  it.each([
    ['NotAllowedError', /未获准使用相机/],
    ['NotFoundError', /没有找到可用的相机/],
    ['NotReadableError', /被其他应用占用/],
    ['TypeError', /相机未能打开/],
  ])('explains the error %s', async (name, words) => {
    stubDevices({ getUserMedia: () => Promise.reject(new DOMException('', name)) })
    openDialog()
    pressCamera()
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('is refused over plain http and in some web views', async () => {
    vi.stubGlobal('isSecureContext', false)
    openDialog()
    pressCamera()
    expect(await screen.findByText(/不是安全连接/)).toBeTruthy()
    vi.stubGlobal('isSecureContext', true)
    stubDevices(undefined)
    pressCamera()
    expect(await screen.findByText(/不向网页提供相机/)).toBeTruthy()
  })
})

describe('a picture from the album', () => {
  const choose = () =>
    fireEvent.change(screen.getByLabelText('从相册选取图片'), { target: { files: [new File(['x'], 'a.jpg')] } })

  it('returns the text of its QR code, of any site', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ ...makeQrPicture('https://other.example/x'), close: () => {} }))
    fakeCanvasPixels()
    const onNumber = openDialog()
    choose()
    await waitFor(() => expect(onNumber).toHaveBeenCalledWith('https://other.example/x'))
  })

  it('shows an error for other files', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    const onNumber = openDialog()
    choose()
    expect(await screen.findByText(/不是能打开的图片/)).toBeTruthy()
    expect(onNumber).not.toHaveBeenCalled()
  })
})

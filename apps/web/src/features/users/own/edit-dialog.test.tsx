import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setUser, useSession } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { EditDialog } from './edit-dialog.tsx'

const SAVE = 'PUT /v1/user/'
const profile = {
  id: 'a'.repeat(32),
  nickname: '林知微',
  intro: '看石头的人',
  webSite: null,
  email: 'zhiwei@example.test',
  avatar: '',
  bjCover: '/file/img/cover.png',
}
const session = { 'GET /bff/session': { code: 200, data: { user: profile, expiresAt: null } } }

/** Uploads use XMLHttpRequest, because only that reports progress. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 200
  responseText = ''
  sent: unknown
  address = ''
  constructor() {
    FakeRequest.last = this
  }
  open(method: string, address: string) {
    this.address = `${method} ${address}`
  }
  setRequestHeader() {}
  getAllResponseHeaders() {
    return 'content-type: application/json\r\nx-request-id: r-1\r\n'
  }
  send(body: unknown) {
    this.sent = body
  }
  abort() {
    this.onabort?.()
  }
  answer(envelope: object, status = 200) {
    Object.assign(this, { status, responseText: JSON.stringify(envelope) })
    this.onload?.()
  }
}

const onSaved = vi.fn()
const onClose = vi.fn()
beforeEach(() => {
  onSaved.mockClear()
  onClose.mockClear()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
})

async function openEdit(answers: Answers = {}) {
  setUser(profile)
  const element = <EditDialog profile={profile} onSaved={onSaved} onClose={onClose} />
  const page = openPage('/', [{ path: '/', element }], { ...session, ...answers })
  await waitFor(() => expect(useSession.getState().status).toBe('ready'))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: '编辑资料' })) }
}

type Dialog = Awaited<ReturnType<typeof openEdit>>['dialog']
const type = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } })
const save = (dialog: Dialog) => fireEvent.click(dialog.getByRole('button', { name: '保存' }))
const choose = (dialog: Dialog, label: string, file: File) =>
  fireEvent.change(dialog.getByLabelText(`选择${label}图片`), { target: { files: [file] } })
const makePicture = (type = 'image/png', size = 3) => {
  const file = new File(['png'], 'a.png', { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

describe('saving the profile', () => {
  it('sends only changed members, and shows them at once', async () => {
    const { dialog, fetch } = await openEdit({ [SAVE]: good(SAVE, '修改信息成功') })
    type(dialog, '昵称', ' 林知微 2 ')
    type(dialog, '个人简介', '')
    save(dialog)
    expect(await screen.findByText('资料已保存')).toBeTruthy()
    expect(fetch.of(SAVE)[0]?.body).toEqual({ nickname: '林知微 2', intro: '' })
    expect(useSession.getState().user).toMatchObject({ nickname: '林知微 2', intro: '' })
    expect([onSaved.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1])
  })

  it('keeps the input when it is refused', async () => {
    const { dialog } = await openEdit({ [SAVE]: bad(400, '个人网站请填写完整地址') })
    type(dialog, '个人网站', 'https://example.cn')
    save(dialog)
    expect(await screen.findByText('个人网站请填写完整地址')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('个人网站').value).toBe('https://example.cn')
    expect(onClose).not.toHaveBeenCalled()
  })

  it.each([
    ['昵称', ' ', '请输入昵称'],
    ['个人简介', '石'.repeat(256), '简介超过 255 字，请缩短'],
    ['个人网站', 'javascript:alert(1)', '请填写以 https:// 开头的完整地址'],
    ['邮箱', 'zhiwei', '邮箱格式不正确，请检查'],
  ])('validates %s on blur, and sends nothing', async (label, value, words) => {
    const { dialog, fetch } = await openEdit()
    type(dialog, label, value)
    expect(dialog.queryByText(words)).toBeNull()
    fireEvent.blur(dialog.getByLabelText(label))
    expect(dialog.getByText(words)).toBeTruthy()
    save(dialog)
    expect(fetch.of(SAVE)).toEqual([])
  })
})

describe('a picture', () => {
  it('is uploaded with progress when chosen, and saved with the profile', async () => {
    const { dialog, fetch } = await openEdit({ [SAVE]: good(SAVE, '修改信息成功') })
    choose(dialog, '头像', makePicture())
    const progress = await dialog.findByRole<HTMLProgressElement>('progressbar', { name: '头像上传进度' })
    expect(FakeRequest.last.address).toBe('POST /file/upload')
    expect((FakeRequest.last.sent as FormData).get('multipartFile')).toBeInstanceOf(File)
    act(() => FakeRequest.last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 }))
    expect(progress.value).toBe(0.25)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
    await act(async () => FakeRequest.last.answer({ code: 200, message: '成功', data: '/file/img/0a.png', extra: {} }))
    await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull())
    save(dialog)
    await waitFor(() => expect(fetch.of(SAVE)[0]?.body).toEqual({ avatar: '/file/img/0a.png' }))
  })

  it.each([
    ['that is no picture', makePicture('application/pdf'), '请选择 JPG、PNG、GIF 或 WebP 图片'],
    ['above 10 MB', makePicture('image/png', 10 * 1024 * 1024 + 1), '图片不能超过 10 MB'],
  ])('rejects %s', async (_label, file, words) => {
    const { dialog } = await openEdit()
    choose(dialog, '封面', file)
    expect(dialog.getByRole('alert').textContent).toBe(words)
    expect(dialog.queryByRole('progressbar')).toBeNull()
  })

  it('keeps the previous one when upstream refuses it, and shows why', async () => {
    const { dialog } = await openEdit()
    choose(dialog, '封面', makePicture())
    await dialog.findByRole('progressbar')
    await act(async () => FakeRequest.last.answer({ code: 400, message: '图片无法读取', data: null, extra: {} }, 400))
    const field = within(dialog.getByRole('group', { name: '封面' }))
    expect((await field.findByRole('alert')).textContent).toBe('图片无法读取')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(false)
  })

  it('can be chosen again after a network error', async () => {
    const { dialog } = await openEdit()
    choose(dialog, '封面', makePicture())
    await dialog.findByRole('progressbar')
    await act(async () => FakeRequest.last.onerror?.())
    expect((await dialog.findByRole('alert')).textContent).toBe('图片没有上传成功，请重试')
  })

  it('can be removed', async () => {
    const { dialog, fetch } = await openEdit({ [SAVE]: good(SAVE, '修改信息成功') })
    fireEvent.click(dialog.getByRole('button', { name: '移除' }))
    save(dialog)
    await waitFor(() => expect(fetch.of(SAVE)[0]?.body).toEqual({ bjCover: '' }))
  })
})

export const inlineScripts = ['1']
export const htmlPolicies = ['shown', 'parsed']

export const manageInlineScripts = ['2']
export function manageDocument() {
  return '<!doctype html><html><body><div id="root"></div></body></html>'
}
export function shell() {
  return '<!doctype html><html><body><div id="root">loading...</div></body></html>'
}

export async function render(request, { fetch, origin }) {
  const url = new URL(request.url)
  const hasFiles = request.headers.get('content-type')?.startsWith('multipart/')
  if (request.method === 'POST' && hasFiles) return answerFiles(await request.formData(), fetch)
  if (request.method === 'POST') return answerForm(url, new URLSearchParams(await request.text()), fetch, origin)
  if (url.pathname === '/broken') throw new Error('a fault in a component')
  if (url.pathname === '/slow') await new Promise(() => {})
  const called = url.searchParams.get('call') ?? '/v1/webSiteInfo'
  const answer = await (await fetch(called, { method: 'GET' })).json()
  if (answer.code !== 200) return { status: 502, html: '' }
  const status = url.pathname === '/' ? 200 : 404
  const head = `<link rel="canonical" href="${origin}${url.pathname}">`
  const shown = answer.data.name ?? answer.data[0]?.name ?? JSON.stringify(answer.data)
  return { status, html: `<!doctype html><html><head>${head}</head><body><div id="root">${shown}</div></body></html>` }
}

async function answerForm(url, form, fetch, origin) {
  if (url.pathname === '/certificate-check/report') throw new Error('a fault in an action')
  if (form.has('next')) return { status: 303, html: '', redirect: form.get('next') }
  const body = JSON.stringify({ certificateNo: form.get('no'), checkCode: form.get('code') })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/v1/certificate/check', { method: 'POST', body, headers })
  const { code, data } = await response.json()
  const info = await (await fetch('/bff/certificates', { method: 'GET' })).json()
  const shown = [code, data?.state, response.headers.get('retry-after'), origin, info.data.officialOrigin, url.search]
  return { status: code, html: `<!doctype html><html><body>${JSON.stringify(shown)}</body></html>` }
}

/** Uploads the files of a form. */
async function answerFiles(form, fetch) {
  const shown = []
  for (const file of form.getAll('picture')) {
    const body = new FormData()
    body.set('multipartFile', file)
    const { code, data } = await (await fetch('/v1/certificate/report/picture', { method: 'POST', body })).json()
    shown.push([file.name, code, data])
  }
  return { status: 200, html: `<!doctype html><html><body>${JSON.stringify(shown)}</body></html>` }
}

import { createHash } from 'node:crypto'

/** Content of the page that requests confirmation before a login. */
export interface Confirmation {
  /** Nickname of the account that the token belongs to. */
  nickname: string
  /** A picture of this site; `null` for none. */
  avatar: string | null
  /** The logged-in account that would be replaced; `null` when none is known. */
  replacedNickname: string | null
  /** Host of the site, as shown to the visitor. */
  host: string
  /** Target of the form. */
  action: string
  /** Hidden field of the form. */
  sealed: string
  /** The address without the token. */
  cancelAddress: string
}

/** Style with colours and sizes of web's `tokens.css`, whose file name changes with each build. */
const STYLE = `
:root{color-scheme:light dark;--bg:#f5f7f6;--surface:#fff;--ink:#16222c;--ink2:#435360;--line:#d5dcdb;--strong:#7c8a93;--primary:#17497e;--on:#fff;--warn:#7a5a00;--tint:#faf1d6;--focus:#0f6fc4}
@media(prefers-color-scheme:dark){:root{--bg:#0d161e;--surface:#131f29;--ink:#e6ecee;--ink2:#b3c0c8;--line:#263641;--strong:#6a7e8b;--primary:#8cbaea;--on:#0a1b2d;--warn:#e4c46c;--tint:#2c2614;--focus:#7bb8f2}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.25rem;background:var(--bg);color:var(--ink);font:1rem/1.7 'PingFang SC','HarmonyOS Sans SC','Microsoft YaHei UI','Microsoft YaHei','Source Han Sans SC','Noto Sans CJK SC','Noto Sans SC',system-ui,sans-serif;line-break:strict}
main{width:100%;max-width:29rem;padding:clamp(1.5rem,5vw,2.5rem);background:var(--surface);border:1px solid var(--line);border-radius:2px}
h1{margin:0 0 .75rem;font:700 1.75rem/1.3 'Songti SC','Source Han Serif SC','Noto Serif CJK SC','Noto Serif SC','STSong','SimSun',serif}
p{margin:0 0 1rem;overflow-wrap:anywhere}
.site{margin:0 0 1.5rem;color:var(--ink2);font-size:.875rem}
.account{display:flex;align-items:center;gap:1rem;margin:0 0 1.25rem;padding:1rem;border:1px solid var(--line)}
.account span{flex:none;display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;background:var(--primary);color:var(--on);font-size:1.25rem}
.account img{flex:none;width:3rem;height:3rem;border-radius:50%;object-fit:cover}
.account strong{overflow-wrap:anywhere;font-size:1.125rem}
.warning{padding:.75rem 1rem;border-inline-start:4px solid var(--warn);background:var(--tint);font-size:.875rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.actions>*{flex:1 1 9rem;min-height:2.75rem;display:flex;align-items:center;justify-content:center;padding:.4rem 1.25rem;border:1px solid var(--strong);border-radius:2px;background:var(--surface);color:var(--ink);font:inherit;font-weight:500;text-align:center;text-decoration:none;overflow-wrap:anywhere;cursor:pointer}
.actions>button{border-color:var(--primary);background:var(--primary);color:var(--on)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`

/** Allows this style, and pictures and forms of this site only. */
export const CONFIRMATION_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '')

/** Returns a complete page without scripts. */
export function makeConfirmationDocument(shown: Confirmation): string {
  const nickname = escapeHtml(shown.nickname)
  const portrait = shown.avatar
    ? `<img src="${escapeHtml(shown.avatar)}" alt="">`
    : `<span aria-hidden="true">${escapeHtml([...shown.nickname.trim()][0] ?? '访')}</span>`
  const replaced = shown.replacedNickname
    ? `此浏览器现在登录的是“${escapeHtml(shown.replacedNickname)}”，确认后会退出该账号，改为登录上面的账号。`
    : '如果此浏览器已经登录了其他账号，确认后会改为登录上面的账号。'
  return makeDocument(
    '确认登录',
    `<h1>确认登录</h1>
<p class="site">${escapeHtml(shown.host)}</p>
<p>您打开的链接会以下面的账号登录：</p>
<div class="account">${portrait}<strong>${nickname}</strong></div>
<p>${replaced}</p>
<p class="warning">如果这不是您自己的账号，请取消：登录他人的账号后，您查询和填写的内容会留在对方的账号里。</p>
<form method="post" action="${escapeHtml(shown.action)}" class="actions">
<input type="hidden" name="sealed" value="${escapeHtml(shown.sealed)}">
<button type="submit" aria-label="登录此账号：${nickname}">登录此账号</button>
<a href="${escapeHtml(shown.cancelAddress)}">取消</a>
</form>`,
  )
}

/** Returns the page for a confirmation that has expired or comes from another browser. */
export function makeExpiredDocument(): string {
  return makeDocument(
    '登录确认已失效',
    `<h1>登录确认已失效</h1>
<p>确认页面的有效期为 5 分钟，只能在打开它的浏览器中使用一次。请重新打开原来的链接，或在网站上直接登录。</p>
<p class="actions"><a href="/">返回首页</a></p>`,
  )
}

function makeDocument(title: string, main: string): string {
  // The form must send its origin, which `no-referrer` would suppress.
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="strict-origin">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}

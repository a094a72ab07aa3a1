/** Keys in session storage. */
export const THEME_KEY = 'theme'
export const ELDER_KEY = 'elder'
export const ELDER_ON = 'on'
export const ANNOUNCEMENT_KEY = 'announcement'
export const ANNOUNCEMENT_CLOSED = 'closed'

/**
 * Restores theme, elder mode and a closed announcement before the first paint. The BFF puts the hash of exactly this text
 * into the policy.
 */
export const THEME_SCRIPT = [
  'try{var d=document.documentElement.dataset,s=sessionStorage,t=s.getItem("theme");',
  'if(t==="dark"||t==="light")d.theme=t;',
  'if(s.getItem("elder")==="on")d.elder="on";',
  'if(s.getItem("announcement")==="closed")d.announcement="closed"',
  '}catch(e){}',
].join('')

/** The same for the management pages, which follow the system until a theme is chosen. */
export const MANAGE_THEME_SCRIPT = `${THEME_SCRIPT};if(!t&&matchMedia("(prefers-color-scheme: dark)").matches)d.theme="dark"`

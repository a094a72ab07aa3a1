import { EARLY_PRESS_SCRIPT } from './click-replay.ts'

/**
 * Stands at the end of a page that the server has rendered. Its files, the entry first, are fetched when the page has
 * been painted: before, they would take the network from styles and pictures, and nobody can press what is not seen.
 * Part of it may have been painted while it came, so two frames are waited for; where a browser does not tell when it
 * paints, half a second more. A page that is opened in the background is not painted, and begins at once. The policy
 * holds the hash of exactly this.
 */
export const START_SCRIPT = [
  '{let f=document.currentScript.dataset.files.split(" "),s=()=>{if(!f)return;for(let h of f){',
  'let l=document.createElement("link");l.rel="modulepreload";l.href=h;document.head.append(l)}import(f[0]);f=0};',
  'document.hidden?s():requestAnimationFrame(()=>requestAnimationFrame(()=>{setTimeout(s,500);',
  'new PerformanceObserver(s).observe({type:"paint",buffered:true})}))}',
  EARLY_PRESS_SCRIPT,
].join('')

import { CLICK_RECORDER_SCRIPT } from './click-replay.ts'

/**
 * Inline script at the end of a rendered page: loads its files, the entry first, after the first paint, so that they do
 * not compete with styles and pictures. A part of the page may be painted while its HTML is loading, so the script
 * waits for two frames and then until content has been painted, because the first paint may be the background alone; or
 * for half a second in browsers that do not report it. Background tabs never paint and load at once. The policy holds
 * the hash of exactly this text.
 */
export const START_SCRIPT = [
  '{let f=document.currentScript.dataset.files.split(" "),s=()=>{if(!f)return;for(let h of f){',
  'let l=document.createElement("link");l.rel="modulepreload";l.href=h;document.head.append(l)}import(f[0]);f=0};',
  'document.hidden?s():requestAnimationFrame(()=>requestAnimationFrame(()=>{setTimeout(s,500);',
  'new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&s())',
  '.observe({type:"paint",buffered:true})}))}',
  CLICK_RECORDER_SCRIPT,
].join('')

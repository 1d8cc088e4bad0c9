// Lists (`<select>`) with several rows or choices. On Android they are a single line, like
// drop-down menus, and open in a dialog; this engine draws a scrolling box of rows. A style sheet
// turns that into the line: it hides the rows except the selected one, or shows how many are
// selected. As it is pure CSS, it needs no script to update it, and a page can style the line.
const LISTS = 'select:is([multiple],[size^="1"]:not([size="1"])' + '23456789'.split('').map((digit) => `,[size^="${digit}"]`).join('') + ')';
// Selected rows with another selected one before or after them, in any group.
const OTHERS = [
  'option:checked:has(~ option:checked)', 'option:checked ~ option:checked',
  'option:checked:has(~ optgroup > option:checked)', 'option:checked ~ optgroup > option:checked',
  'optgroup:has(~ option:checked) > option:checked', 'optgroup:has(> option:checked) ~ option:checked',
  'optgroup:has(~ optgroup > option:checked) > option:checked', 'optgroup:has(> option:checked) ~ optgroup > option:checked',
].join(',');
// The arrow of a drop-down menu.
const ARROW = `background: currentcolor;
  clip-path: polygon(0 calc(50% - 2px), .7px calc(50% - 2.7px), 4.5px calc(50% + 1.1px), 8.3px calc(50% - 2.7px), 9px calc(50% - 2px), 4.5px calc(50% + 2.5px));`;
const PARTS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond', 'ampm'];
const lines_of_lists = new CSSStyleSheet();
lines_of_lists.replaceSync(`
  /* A field for a day or a time is a menu, too; none of its parts is typed into. */
  @layer android {
    ${PARTS.map((part) => `::-webkit-datetime-edit-${part}-field`).join(', ')} { background: none !important; color: inherit !important; }
    input:is(${PICKED.filter((kind) => kind !== 'color').map((kind) => `[type="${kind}" i]`).join()})::-webkit-calendar-picker-indicator {
      width: 9px; height: 1em; margin: 0 3px 0 6px; padding: 0; opacity: 1; ${ARROW} }
  }
  @counter-style android-count { system: extends decimal; range: 0 0, 2 infinite; fallback: android-nothing; }
  @counter-style android-selected { system: cyclic; symbols: " selected"; range: 0 0, 2 infinite; fallback: android-nothing; }
  @counter-style android-nothing { system: cyclic; symbols: ""; range: infinite infinite; }
  @supports (field-sizing: content) { @layer android {
    ${LISTS} { counter-reset: android-chosen; field-sizing: content; height: auto; line-height: normal !important; align-content: center; vertical-align: baseline;
      border: 1px solid light-dark(#767676, #858585); border-radius: 2px; padding: 0; white-space: pre; overflow: clip !important; }
    ${LISTS} :is(option, optgroup) { display: block !important; position: static !important; float: none !important;
      width: auto !important; min-width: 0 !important; height: 0 !important; min-height: 0 !important;
      margin: 0 !important; border: 0 !important; padding: 0 !important; visibility: hidden !important; pointer-events: none !important;
      overflow: visible !important; color: inherit !important; font: inherit !important; background: none !important; }
    ${LISTS} optgroup { display: grid !important; grid-template-columns: 0 auto !important; }
    ${LISTS} option { position: relative !important; top: 1px !important; padding: 0 16px 0 4px !important; clip-path: inset(0 16px -9em 0) !important;
      grid-area: 1 / 2 !important; align-self: start !important; text-indent: 0 !important; counter-increment: none !important; }
    ${LISTS} option:checked { visibility: visible !important; counter-increment: android-chosen !important; }
    ${LISTS}[multiple] :is(${OTHERS}) { visibility: hidden !important; }
    ${LISTS}::before { content: ""; float: right; width: 9px; height: calc(1lh + 2px); margin: 0 3px 0 6px; ${ARROW} }
    ${LISTS}::after { content: "\\200b"; display: block; box-sizing: border-box; width: 0; min-width: 100%; height: calc(1lh + 2px);
      padding: 1px 16px 0 4px; overflow: clip; overflow-clip-margin: content-box; }
    ${LISTS}[multiple]::after { content: "\\200b" counter(android-chosen, android-count) counter(android-chosen, android-selected); }
  } }
`);
adopt(lines_of_lists, true);
// Returns the text in the line of a list or menu.
const line_of = (list) => {
  const chosen_rows = list.selectedOptions;
  if (list.multiple && chosen_rows.length !== 1) return chosen_rows.length + ' selected';
  return chosen_rows.length ? chosen_rows[0].label : '';
};

// SPDX-License-Identifier: Apache-2.0
// Which rows of a schedule are shown. The choice of what matters is skein's own (`rows` of a finding,
// src/report/formats/schedule_rows): the page lets the reader unfold what it leaves out, and hide threads.
//
// A row is one of
//   { kind: "step", first, last }        steps of one thread on one line, mostly a single one
//   { kind: "access", step, access }     an access of a race in the local code of a step
//   { kind: "fold", id, from, to, count, isAfter }
//   { kind: "note", step, text, mark }   about the row before
//   { kind: "wait", wait }               where a thread is stuck at the end
// Steps and accesses are indices from 0.

function indexed(row) {
  const shown = { first: row.first - 1, last: row.last - 1, isLeftOut: row.left_out === true };
  if (row.access !== undefined) shown.access = row.access - 1;
  return shown;
}

// The steps up to the failure; what comes after has nothing to do with it.
export function endOf(finding) {
  return finding.step ?? finding.steps.length;
}

function accessRowsOf(finding, step) {
  return (finding.accesses ?? [])
    .map((access, index) => ({ access, index }))
    .filter(({ access }) => access.step === step + 1 && !access.is_step)
    .map(({ index }) => ({ first: step, last: step, access: index }));
}

function single(finding, from, to) {
  const rows = [];
  for (let step = from; step <= to; ++step) {
    rows.push({ first: step, last: step }, ...accessRowsOf(finding, step));
  }
  return rows;
}

function toldRows(finding, isWhole) {
  if (isWhole || !finding.rows) return single(finding, 0, endOf(finding) - 1);
  return finding.rows.map(indexed);
}

// Whether skein folds anything of the schedule.
export function hasFolds(finding) {
  return (finding.rows ?? []).some((row) => row.left_out || row.first !== row.last);
}

// The threads of the rows that are not left out, and those that the finding is about.
export function involvedAgents(finding) {
  const agents = new Set([...(finding.accesses ?? []), ...(finding.waits ?? [])].map((item) => item.agent));
  if (finding.agent) agents.add(finding.agent);
  for (const row of finding.rows ?? []) {
    if (!row.left_out && row.first === row.last) agents.add(finding.steps[row.first - 1].agent);
  }
  return agents;
}

function notesOf(finding, row, isAccessRow) {
  const accesses = finding.accesses ?? [];
  const shows = (index) =>
    isAccessRow ? row.access === index : accesses[index].is_step && accesses[index].step - 1 === row.last;
  const isFailure =
    finding.step === row.last + 1 && (accesses.length === 0 ? !isAccessRow : shows(accesses.length - 1));
  const notes = [];
  if (!isAccessRow && finding.lost_at === row.last + 1 && !isFailure) {
    notes.push({ text: "from here on no schedule avoids this bug", mark: "lost" });
  }
  if (!isFailure && accesses.length > 0 && shows(0)) {
    notes.push({ text: "the first access of the race", mark: "fatal" });
  }
  if (isFailure) notes.push({ text: finding.brief ?? finding.message, mark: "fatal" });
  return notes;
}

// `unfolded`: ids of folds; `hidden`: names of agents.
export function shownRows(finding, { isWhole, unfolded, hidden }) {
  const steps = finding.steps;
  const isHidden = (step) => hidden.has(steps[step].agent);
  const rows = [];
  const addTold = (row) => {
    if (isHidden(row.last)) return;
    const isAccess = row.access !== undefined;
    rows.push(
      isAccess
        ? { kind: "access", step: row.last, access: row.access }
        : { kind: "step", first: row.first, last: row.last },
    );
    for (const note of notesOf(finding, row, isAccess)) rows.push({ kind: "note", step: row.last, ...note });
  };
  const addFold = (id, from, to, isAfter) => {
    let number = 0;
    for (let step = from; step <= to; ++step) number += isHidden(step) ? 0 : 1;
    if (number > 0) rows.push({ kind: "fold", id, from, to, count: number, isAfter });
  };
  for (const row of toldRows(finding, isWhole)) {
    const id = `${row.first}-${row.last}`;
    if (unfolded.has(id)) {
      single(finding, row.first, row.last).forEach(addTold);
    } else if (row.isLeftOut) {
      addFold(id, row.first, row.last, false);
    } else {
      addTold(row);
    }
  }
  const end = endOf(finding);
  if (end < steps.length) {
    if (unfolded.has("after")) {
      single(finding, end, steps.length - 1).forEach(addTold);
    } else {
      addFold("after", end, steps.length - 1, true);
    }
  }
  for (const wait of finding.waits ?? []) {
    if (!hidden.has(wait.agent)) rows.push({ kind: "wait", wait });
  }
  return rows;
}

// The id of the fold that holds the step; null if none does.
export function foldOf(rows, step) {
  for (const row of rows) {
    if (row.kind === "fold" && row.from <= step && step <= row.to) return row.id;
    if (row.kind === "step" && row.first <= step && step < row.last) return `${row.first}-${row.last}`;
  }
  return null;
}

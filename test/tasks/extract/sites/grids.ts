// Grids and lists of component libraries: heads apart from rows, rows of divs, boxes to choose by, rows placed by a script.
import { day, each, person, several, site, town, truthOf, type Shape } from './parts.ts';

const people = (r: Parameters<Shape>[0]) =>
  several(r, person, 5, 10).map((name, at) => ({
    name,
    at,
    age: r.int(18, 80),
    city: town(r),
    joined: day(r),
    active: r.chance(0.6),
  }));

const dataGrid: Shape = (r) => {
  const rows = people(r);
  const fields = [
    ['name', 'Full name'],
    ['age', 'Age'],
    ['city', 'City'],
    ['joined', 'Joined'],
  ] as const;
  const head = each(
    fields,
    ([field, label], at) =>
      `<div class="MuiDataGrid-columnHeader MuiDataGrid-columnHeader--sortable" role="columnheader" data-field="${field}" aria-colindex="${at + 2}" aria-label="${label}" tabindex="-1"><div class="MuiDataGrid-columnHeaderDraggableContainer"><div class="MuiDataGrid-columnHeaderTitleContainer"><div class="MuiDataGrid-columnHeaderTitleContainerContent"><div class="MuiDataGrid-columnHeaderTitle">${label}</div></div><div class="MuiDataGrid-iconButtonContainer"><button type="button" aria-label="Sort" title="Sort" tabindex="-1">↑</button></div></div></div><div class="MuiDataGrid-menuIcon"><button type="button" aria-label="${label} column menu" tabindex="-1">⋮</button></div></div>`,
  );
  const body = each(
    rows,
    (row, at) =>
      `<div data-id="${at}" data-rowindex="${at}" role="row" class="MuiDataGrid-row row" aria-rowindex="${at + 2}" aria-selected="false"><div role="gridcell" data-field="__check__" class="MuiDataGrid-cell MuiDataGrid-cellCheckbox" aria-colindex="1"><span><input type="checkbox" aria-label="Select row"></span></div>${each(fields, ([field], column) => `<div class="MuiDataGrid-cell" data-field="${field}" role="gridcell" aria-colindex="${column + 2}">${field === 'city' ? `<div class="MuiDataGrid-cellContent" title="${row.city}">${row.city}</div>` : field === 'joined' ? row.joined.short : row[field]}</div>`)}<div role="presentation" class="MuiDataGrid-cellEmpty"></div></div>`,
  );
  return {
    html: site(r, {
      title: 'Members',
      body: `<div class="MuiDataGrid-root" role="grid" aria-colcount="5" aria-rowcount="${rows.length + 1}" aria-multiselectable="true"><div class="MuiDataGrid-main"><div class="MuiDataGrid-columnHeaders" role="presentation"><div role="row" class="row" aria-rowindex="1"><div class="MuiDataGrid-columnHeader" role="columnheader" data-field="__check__" aria-colindex="1" aria-label="Checkbox selection"><input type="checkbox" aria-label="Select all rows"></div>${head}</div></div><div class="MuiDataGrid-virtualScroller"><div class="MuiDataGrid-virtualScrollerContent" role="presentation"><div class="MuiDataGrid-virtualScrollerRenderZone" role="rowgroup">${body}</div></div></div></div><div class="MuiDataGrid-footerContainer"><p>Rows per page:</p><p>1–${rows.length} of ${rows.length}</p></div></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Age number', 'City text', 'Joined date'],
      rows.map(({ name, age, city, joined }) => [name, age, city, joined.iso]),
    ),
  };
};

const antTable: Shape = (r) => {
  const rows = people(r);
  const columns = '<colgroup><col style="width:32px"><col><col><col></colgroup>';
  const head = each(
    ['Name', 'Age', 'Status'],
    (label) =>
      `<th class="ant-table-cell ant-table-column-has-sorters" scope="col" tabindex="0" aria-label="${label}"><div class="ant-table-column-sorters"><span class="ant-table-column-title">${label}</span><span class="ant-table-column-sorter"><span role="img" aria-label="caret-up">▲</span></span></div></th>`,
  );
  const body = each(
    rows,
    ({ name, age, active, at }) =>
      `<tr class="ant-table-row ant-table-row-level-0" data-row-key="${at}"><td class="ant-table-cell ant-table-selection-column"><label class="ant-checkbox-wrapper"><span class="ant-checkbox"><input type="checkbox" class="ant-checkbox-input"></span></label></td><td class="ant-table-cell"><a href="/people/${at}">${name}</a></td><td class="ant-table-cell">${age}</td><td class="ant-table-cell"><span class="ant-tag ant-tag-${active ? 'green' : 'red'}">${active ? 'Active' : 'Blocked'}</span></td></tr>`,
  );
  return {
    html: site(r, {
      title: 'People',
      body: `<div class="ant-table-wrapper"><div class="ant-spin-container"><div class="ant-table ant-table-fixed-header"><div class="ant-table-container"><div class="ant-table-header" style="overflow:hidden"><table style="table-layout:fixed">${columns}<thead class="ant-table-thead"><tr><th class="ant-table-cell ant-table-selection-column" scope="col"><input type="checkbox" aria-label="Select all"></th>${head}</tr></thead></table></div><div class="ant-table-body" style="overflow-y:scroll;max-height:600px"><table style="table-layout:fixed">${columns}<tbody class="ant-table-tbody"><tr aria-hidden="true" class="ant-table-measure-row" style="height:0;font-size:0"><td style="padding:0;border:0;height:0"></td><td style="padding:0;border:0;height:0"></td><td style="padding:0;border:0;height:0"></td><td style="padding:0;border:0;height:0"></td></tr>${body}</tbody></table></div></div></div></div></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Age number', 'Status text', 'Link link'],
      rows.map(({ name, age, active, at }) => [name, age, active ? 'Active' : 'Blocked', `/people/${at}`]),
    ),
  };
};

const roleTable: Shape = (r) => {
  const rows = people(r);
  const line = (texts: readonly string[], role: string): string =>
    `<div role="row" class="tr row">${each(texts, (text) => `<div role="${role}" class="td"><div class="cell-inner">${text}</div></div>`)}</div>`;
  return {
    html: site(r, {
      title: 'Directory',
      body: `<div role="table" aria-label="Directory" class="rt-table"><div role="rowgroup" class="rt-thead">${line(['Name', 'City', 'Age', 'Joined'], 'columnheader')}</div><div role="rowgroup" class="rt-tbody">${each(rows, ({ name, city, age, joined }) => line([name, city, String(age), joined.iso], 'cell'))}</div></div>`,
    }),
    truth: truthOf(
      ['Name text', 'City text', 'Age number', 'Joined date'],
      rows.map(({ name, city, age, joined }) => [name, city, age, joined.iso]),
    ),
  };
};

const virtualList: Shape = (r) => {
  const rows = several(r, person, 8, 12).map((name) => ({
    name,
    mail: `${name.toLowerCase().replaceAll(/[^a-z]/gu, '.')}@sample.test`,
    calls: r.int(1, 900),
  }));
  const items = each(
    rows,
    ({ name, mail, calls }, at) =>
      `<div data-index="${at}" style="position:absolute;top:0;left:0;width:100%;height:36px;transform:translateY(${at * 36}px)"><div class="row contact"><span class="contact-name">${name}</span><span class="contact-mail">${mail}</span><span class="contact-calls">${calls} calls</span></div></div>`,
  );
  return {
    html: site(r, {
      title: 'Contacts',
      body: `<div class="scroller" style="height:460px;overflow:auto;position:relative"><div style="height:${rows.length * 36}px;position:relative;width:100%">${items}</div></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Mail text', 'Calls number'],
      rows.map(({ name, mail, calls }) => [name, mail, calls]),
    ),
  };
};

export const GRIDS = {
  'MUI data grid': dataGrid,
  'Ant table': antTable,
  'ARIA table of divs': roleTable,
  'virtual list': virtualList,
} satisfies Record<string, Shape>;
